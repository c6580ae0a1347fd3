#include "core/fragmentation/sensitive_groups.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace microdata {

namespace {

// Tuples of an equivalence class, by class value.
using Groups = std::map<Code, std::vector<Row>>;

Groups groups_of(std::span<const Row> rows, std::span<const Code> values) {
  Groups groups;
  for (const Row row : rows)
    groups[values[row]].push_back(row);
  return groups;
}

class GroupRequirement {
 public:
  GroupRequirement(const Microdata& data, const AttributeSet& sensitive,
                   const PrivacyRequirement& privacy)
      : data_(data), sensitive_(sensitive), privacy_(privacy) {}

  std::optional<GroupViolation> violated(const std::vector<Row>& rows) const {
    for (std::size_t j = 0; j < sensitive_.size(); ++j) {
      std::map<Code, std::uint32_t> tuples;
      for (const Row row : rows)
        ++tuples[data_.columns[sensitive_[j]][row]];
      std::vector<ValueCount> counts;
      for (const auto& [value, count] : tuples)
        counts.push_back({value, count});
      const std::optional<PrivacyModel> model = privacy_.violated(j, counts);
      if (model) {
        return GroupViolation{sensitive_[j], *model,
                              achieved(*model, counts, privacy_.tables()[j])};
      }
    }
    return std::nullopt;
  }

 private:
  const Microdata& data_;
  const AttributeSet& sensitive_;
  const PrivacyRequirement& privacy_;
};

bool has_fewer(const Groups::value_type& a, const Groups::value_type& b) {
  return a.second.size() < b.second.size();
}

// Returns a group to merge into the majority's, or the end if all groups hold. The group is the
// last that fails by itself. If only the majority's group fails, the group is the smallest, and the
// last of equally small ones.
Groups::iterator next_to_move(Groups& groups, Groups::iterator majority,
                              const GroupRequirement& requirement) {
  auto smallest = groups.end();
  auto failing = groups.end();
  for (auto group = groups.begin(); group != groups.end(); ++group) {
    if (group == majority) continue;
    if (smallest == groups.end() || group->second.size() <= smallest->second.size()) {
      smallest = group;
    }
    if (requirement.violated(group->second)) failing = group;
  }
  if (failing != groups.end()) return failing;
  return requirement.violated(majority->second) ? smallest : groups.end();
}

}  // namespace

void settle_sensitive_groups(const Microdata& data, const TuplePartition& classes,
                             const AttributeSet& sensitive, const PrivacyRequirement& privacy,
                             std::vector<Code>& values, const Progress& progress) {
  const GroupRequirement requirement(data, sensitive, privacy);
  for (std::size_t c = 0; c < classes.buckets(); ++c) {
    progress.checkpoint();
    Groups groups = groups_of(classes.bucket(c), values);
    while (groups.size() > 1) {
      const auto majority = std::max_element(groups.begin(), groups.end(), has_fewer);
      const auto moved = next_to_move(groups, majority, requirement);
      if (moved == groups.end()) break;
      for (const Row row : moved->second)
        values[row] = majority->first;
      majority->second.insert(majority->second.end(), moved->second.begin(), moved->second.end());
      groups.erase(moved);
    }
  }
}

std::optional<GroupViolation> violated_by_groups(
    const Microdata& data, const TuplePartition& classes, const AttributeSet& sensitive,
    const PrivacyRequirement& privacy, std::span<const Code> values, const Progress& progress) {
  const GroupRequirement requirement(data, sensitive, privacy);
  for (std::size_t c = 0; c < classes.buckets(); ++c) {
    progress.checkpoint();
    for (const auto& [value, rows] : groups_of(classes.bucket(c), values)) {
      std::optional<GroupViolation> violation = requirement.violated(rows);
      if (violation) return violation;
    }
  }
  return std::nullopt;
}

}  // namespace microdata
