#include "postgres/estimates/region_groups.hpp"

#include <numeric>
#include <utility>

#include "core/utility/group_estimate.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

void fail_groups() {
  throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED,
              "there are more than " + std::to_string(most_estimated_groups) + " groups")
      .hint("Group by fewer attributes, or by attributes of fewer values.");
}

double bytes_of_groups(std::size_t measures) {
  constexpr double of_measure = sizeof(MeasureSums);
  constexpr double of_group = 100;
  return static_cast<double>(most_estimated_groups) *
         (of_group + of_measure * static_cast<double>(measures));
}

namespace {

bool is_generalized(const PublishedAttribute& attribute) {
  return !attribute.texts.empty();
}

AttributeType type_of_labels(const Release& release, const GroupQuery& query,
                             const std::string& name) {
  if (const AttributeExpression* const expression = query.expression(name))
    return type_of(*expression);
  const Source relation = open_source(require_attribute(release, name).relation);
  return require_column(relation, name).type;
}

void add_group(std::vector<Code> labels, const GroupSums& sums,
               std::map<std::vector<Code>, GroupSums>& to) {
  const auto [found, is_new] = to.try_emplace(std::move(labels), sums);
  if (!is_new) microdata::add(found->second, sums);
}

}  // namespace

PackedGroups packed_groups(std::span<const PublishedAttribute> grouped,
                           std::vector<LabelledSums> groups, const Progress& progress) {
  PackedGroups packed{{}, std::move(groups)};
  for (const PublishedAttribute& attribute : grouped) {
    PackedLabels& labels = packed.grouped.emplace_back();
    labels.name = attribute.name;
    labels.texts = attribute.texts;
    if (!is_generalized(attribute))
      labels.values = packed_values(attribute.meaning.values.front(), progress);
  }
  return packed;
}

void GroupsOfRegions::add(PackedGroups region, const Release& release, const GroupQuery& query,
                          const Progress& progress) {
  if (region.groups.empty()) return;
  std::vector<PublishedAttribute> grouped;
  std::vector<std::vector<Code>> codes;
  for (PackedLabels& labels : region.grouped) {
    PublishedAttribute& attribute = grouped.emplace_back();
    attribute.name = labels.name;
    attribute.texts = std::move(labels.texts);
    attribute.meaning.labels.resize(attribute.texts.size(), Anything{});
    UnpackedValues values =
        unpacked_values(labels.values, type_of_labels(release, query, labels.name), progress);
    attribute.meaning.values.push_back(std::move(values.values));
    codes.push_back(std::move(values.codes));
  }
  for (LabelledSums& group : region.groups) {
    if (group.labels.size() != grouped.size()) fail_packed();
    for (std::size_t a = 0; a < grouped.size(); ++a) {
      if (!is_generalized(grouped[a])) group.labels[a] = codes[a].at(group.labels[a]);
    }
  }
  const std::vector<std::vector<Code>> all = add_labels(grouped);
  for (LabelledSums& group : region.groups) {
    for (std::size_t a = 0; a < grouped.size(); ++a)
      group.labels[a] = all[a].at(group.labels[a]);
    add_group(std::move(group.labels), group.sums, sums_);
  }
  if (sums_.size() > most_estimated_groups) fail_groups();
}

std::vector<LabelledSums> GroupsOfRegions::finish(const Progress& progress) {
  for (PublishedAttribute& attribute : grouped_) {
    if (!is_generalized(attribute)) attribute.meaning.values.front().finish(progress);
  }
  // Two regions can spell the same value differently.
  Sums merged;
  for (const auto& [labels, sums] : sums_)
    add_group(finished(labels, progress), sums, merged);
  std::vector<LabelledSums> result;
  for (const auto& [labels, sums] : merged)
    result.push_back({labels, sums});
  return result;
}

// Returns the provisional codes of all regions, by attribute and label of the region. Labels of
// generalized attributes are the same in each region.
std::vector<std::vector<Code>> GroupsOfRegions::add_labels(
    std::span<const PublishedAttribute> grouped) {
  if (grouped_.empty()) {
    for (const PublishedAttribute& attribute : grouped) {
      PublishedAttribute& all = grouped_.emplace_back();
      all.name = attribute.name;
      all.texts = attribute.texts;
      all.meaning.values.emplace_back(attribute.meaning.values.front().type());
    }
  }
  std::vector<std::vector<Code>> codes;
  for (std::size_t a = 0; a < grouped.size(); ++a) {
    if (is_generalized(grouped[a])) {
      codes.emplace_back(grouped[a].meaning.distinct());
      std::iota(codes.back().begin(), codes.back().end(), Code{0});
    } else {
      codes.push_back(grouped[a].meaning.values.front().add_to(grouped_[a].meaning.values.front()));
    }
  }
  return codes;
}

std::vector<Code> GroupsOfRegions::finished(const std::vector<Code>& labels,
                                            const Progress& progress) const {
  std::vector<Code> result = labels;
  for (std::size_t a = 0; a < grouped_.size(); ++a) {
    if (is_generalized(grouped_[a])) continue;
    std::vector<Code> code{labels[a]};
    grouped_[a].meaning.values.front().translate(code, progress);
    result[a] = code.front();
  }
  return result;
}

}  // namespace microdata::postgres
