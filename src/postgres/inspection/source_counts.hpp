#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/utility/count_query.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/worker_regions.hpp"
#include "postgres/values/dictionary.hpp"

// Queries that count persons of a release's source, which is there, and what is estimated of them.

namespace microdata::postgres {

// The published attributes as the source has them.
struct SourceTable {
  Microdata data;
  // The release's names.
  std::vector<std::string> attributes;
  std::vector<Dictionary> values;
};

// Fails where the source has no rows.
SourceTable read_published_attributes(const Release& release, const Progress& progress);

struct EstimatedQueries {
  std::vector<CountQuery> queries;
  std::vector<double> estimates;
};

// Queries over some of distinct_attributes(), by their places, drawn until they count somebody, and
// what the release says of each. Of a release that must be read by regions, or whose
// regions lie on workers, what source and release count is summed up over these, in as many passes
// as it takes until enough queries count somebody.
EstimatedQueries draw_and_estimate(const Release& release, const CountEstimation& counts,
                                   const AttributeSet& attributes, const CountQueryOptions& options,
                                   Random& random, const Progress& progress);

// What a worker is asked of a region: of some predicates, what source and release count there.
AnswerPart answer_counts;

}  // namespace microdata::postgres
