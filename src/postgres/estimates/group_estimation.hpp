#pragma once

#include "postgres/server/api.hpp"

#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/progress.hpp"
#include "core/utility/group_estimate.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/estimates/group_query.hpp"
#include "postgres/estimates/region_groups.hpp"
#include "postgres/inspection/part_task.hpp"

// Counts, sums and means by groups, estimated from the published rows alone. Requires a SpiSession.

namespace microdata::postgres {

// Estimates for one group. A figure is empty if no row of the group has a number.
struct GroupEstimate {
  // Codes of the group's labels, in the order of group_by.
  std::vector<Code> labels;
  // Figures of the group, in the order of the measures.
  std::vector<std::optional<Figure>> figures;
  // True if the errors of the estimates are known to some extent.
  bool has_errors = true;
};

// Estimates for all groups. A group's text is made on request, because many groups share large
// values.
struct GroupEstimates {
  // Attributes of the labels, possibly followed by other attributes.
  std::vector<PublishedAttribute> grouped;
  std::vector<GroupEstimate> groups;

  // Returns the labels of a group as a JSON object.
  std::string text(const GroupEstimate& group) const;
};

// Returns the groups with an expected number of rows above 0, in the order of their labels.
// `grouped` begins with the attributes of the labels.
GroupEstimates answer(const GroupQuery& query, const Names& names,
                      std::vector<PublishedAttribute> grouped, std::vector<LabelledSums> groups,
                      bool has_errors);

// Returns sums(). Fails if there are too many groups or combinations.
std::vector<LabelledSums> within_limits(const std::function<std::vector<LabelledSums>()>& sums);

// Reads a release as far as the given attributes go.
using ReadEstimator = ReleaseEstimator(const Release& release,
                                       const std::vector<std::string>& attributes,
                                       const Progress& progress);

// Estimates the groups of a release whose tables are combined to weighted combinations of values,
// by mixing, because a likelihood needs rows that are linked within buckets.
GroupEstimates estimate_groups_of_combinations(ReadEstimator* read, const Release& release,
                                               const GroupQuery& query, const Progress& progress);

// Estimates the groups of a release of rows, possibly in buckets, or of persons.
EstimateGroups estimate_groups;
extern const PartQuestion groups_question;

}  // namespace microdata::postgres
