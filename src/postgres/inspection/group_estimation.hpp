#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/utility/group_estimate.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/predicate.hpp"
#include "postgres/inspection/worker_regions.hpp"

// Counts, sums and means by groups, estimated from what was published alone. Requires a SpiSession.

namespace microdata::postgres {

struct GroupQuery {
  struct Measure {
    // `known` counts the rows that have a number, `squares` adds up its square; `lowest` and
    // `highest` are of the numbers in all groups.
    enum class Kind { count, sum, avg, known, squares, lowest, highest };
    Kind kind = Kind::count;
    std::string attribute;
    // As it was asked for.
    std::string text;
  };
  std::vector<std::string> group_by;
  // Nothing: all rows.
  std::optional<std::vector<Conjunction>> predicates;
  std::vector<Measure> measures;
  LinkingMethod method = LinkingMethod::likelihood;
  // If true, releases that have no likelihood are estimated by mixing instead of an error.
  bool mixed_if_not_linked = false;
};

// Nothing where no row of the group has a number.
struct GroupEstimate {
  // In the order of group_by.
  std::vector<Code> labels;
  // In the order of the measures.
  std::vector<std::optional<Figure>> figures;
  // Whether something is known of the estimates' errors.
  bool has_errors = true;
};

// Many groups share large values: a group's text is made when it is asked for.
struct GroupEstimates {
  // The attributes that have the labels, and perhaps others behind them.
  std::vector<PublishedAttribute> grouped;
  std::vector<GroupEstimate> groups;

  // A JSON object.
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

using EstimateGroups = GroupEstimates(const Release& release, const GroupQuery& query,
                                      const Progress& progress);

// A release read as far as some of its attributes go.
using ReadEstimator = ReleaseEstimator(const Release& release,
                                       const std::vector<std::string>& attributes,
                                       const Progress& progress);

// Of releases whose tables are combined to combinations of values with weights: by mixing alone;
// `why` says, as a sentence, why they have no likelihood.
GroupEstimates estimate_groups_of_combinations(ReadEstimator* read, const char* why,
                                               const Release& release, const GroupQuery& query,
                                               const Progress& progress);

EstimateGroups estimate_groups_of_rows;
EstimateGroups estimate_groups_of_buckets;
// Of persons with several rows each, by the weights of counts_of_subjects.
EstimateGroups estimate_groups_of_subjects;

// What a worker is asked of a region (worker_regions.hpp).
AnswerPart answer_groups;

}  // namespace microdata::postgres
