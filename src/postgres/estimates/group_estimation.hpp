#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/progress.hpp"
#include "core/utility/group_estimate.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/estimates/predicate.hpp"
#include "postgres/inspection/part_task.hpp"

// Counts, sums and means by groups, estimated from the published rows alone. Requires a SpiSession.

namespace microdata::postgres {

struct GroupQuery {
  struct Measure {
    // `known` counts the rows that have a number, and `squares` sums the squares of the numbers.
    // `lowest` and `highest` are the extremes of the numbers in all groups.
    enum class Kind { count, sum, avg, known, squares, lowest, highest };
    Kind kind = Kind::count;
    std::string attribute;
    // Text of the measure as the caller wrote it.
    std::string text;
  };
  std::vector<std::string> group_by;
  // Conjunctions, of which a row must satisfy at least one; without predicates, all rows count.
  std::optional<std::vector<Conjunction>> predicates;
  std::vector<Measure> measures;
  LinkingMethod method = LinkingMethod::likelihood;
  // True if releases without a likelihood are estimated by mixing; false if they raise an error.
  bool mixed_if_not_linked = false;
};

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

template <typename Asked>
auto members(Asked& measure, const GroupQuery::Measure* /*type*/) {
  return std::tie(measure.kind, measure.attribute, measure.text);
}
template <typename Asked>
auto members(Asked& query, const GroupQuery* /*type*/) {
  return std::tie(query.group_by, query.predicates, query.measures, query.method);
}

// Reads a release as far as the given attributes go.
using ReadEstimator = ReleaseEstimator(const Release& release,
                                       const std::vector<std::string>& attributes,
                                       const Progress& progress);

// Estimates the groups of a release whose tables are combined to weighted combinations of values,
// by mixing alone. `why` is a sentence with the reason why the release has no likelihood.
GroupEstimates estimate_groups_of_combinations(ReadEstimator* read, const char* why,
                                               const Release& release, const GroupQuery& query,
                                               const Progress& progress);

// Estimates the groups of a release of rows, possibly in buckets.
EstimateGroups estimate_groups;
// Estimates the groups of a release of persons with several rows each, by the weights of
// counts_of_subjects.
EstimateGroups estimate_groups_of_subjects;

extern const PartQuestion groups_question;

}  // namespace microdata::postgres
