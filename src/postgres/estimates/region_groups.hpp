#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/progress.hpp"
#include "core/utility/group_sums.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/estimates/group_query.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/source/source.hpp"

// Sums of groups over the regions of a release.

namespace microdata {

template <typename Sums>
auto members(Sums& sums, const MeasureSums* /*type*/) {
  return std::tie(sums.sum, sums.known, sums.squares, sums.mixed_sum, sums.mixed_known,
                  sums.half_sum, sums.half_known, sums.variance, sums.of_centered, sums.of_known,
                  sums.of_both, sums.lowest, sums.highest);
}
template <typename Sums>
auto members(Sums& sums, const GroupSums* /*type*/) {
  return std::tie(sums.group, sums.rows, sums.mixed_rows, sums.half_rows, sums.variance,
                  sums.unmodelled_pairs, sums.measures);
}

}  // namespace microdata

namespace microdata::postgres {

// A group by its labels, in the order of group_by, and its sums.
struct LabelledSums {
  std::vector<Code> labels;
  GroupSums sums;
};
template <typename Sums>
auto members(Sums& sums, const LabelledSums* /*type*/) {
  return std::tie(sums.labels, sums.sums);
}

// Fails because there are more groups than can be estimated (most_estimated_groups).
[[noreturn]] void fail_groups();

// Attribute that groups are of: texts by label if it is generalized, otherwise values.
struct PackedLabels {
  std::string name;
  std::vector<std::optional<std::string>> texts;
  PackedValues values;
};
template <typename Labels>
auto members(Labels& labels, const PackedLabels* /*type*/) {
  return std::tie(labels.name, labels.texts, labels.values);
}

struct PackedGroups {
  std::vector<PackedLabels> grouped;
  std::vector<LabelledSums> groups;
};
template <typename Groups>
auto members(Groups& groups, const PackedGroups* /*type*/) {
  return std::tie(groups.grouped, groups.groups);
}

// Returns the groups of a region; `grouped` are the attributes of their labels.
PackedGroups packed_groups(std::span<const PublishedAttribute> grouped,
                           std::vector<LabelledSums> groups, const Progress& progress);

// Returns the bytes that the largest number of groups takes with so many measures.
double bytes_of_groups(std::size_t measures);

// The groups of all regions, added up.
class GroupsOfRegions {
 public:
  // Adds the groups of a region of the release. Fails if there are too many groups.
  void add(PackedGroups region, const Release& release, const GroupQuery& query,
           const Progress& progress);

  // Returns the groups of all regions, whose labels are then those of take_grouped(). Must be
  // called once, after all regions were added.
  std::vector<LabelledSums> finish(const Progress& progress);

  std::vector<PublishedAttribute> take_grouped() { return std::move(grouped_); }

 private:
  using Sums = std::map<std::vector<Code>, GroupSums>;

  std::vector<std::vector<Code>> add_labels(std::span<const PublishedAttribute> grouped);
  std::vector<Code> finished(const std::vector<Code>& labels, const Progress& progress) const;

  std::vector<PublishedAttribute> grouped_;
  Sums sums_;
};

}  // namespace microdata::postgres
