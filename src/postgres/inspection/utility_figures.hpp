#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/utility/count_query.hpp"
#include "core/utility/distribution_model.hpp"
#include "core/utility/loss_measure.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/worker_regions.hpp"

// Queries that count persons of a release's source, which is there, and what is estimated of them.

namespace microdata::postgres {

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

// What a release has lost. Read by regions where it must be, or where these lie on workers.
// Requires a SpiSession.

// By how wide what is published is: the mean over all rows, of the release alone.
double width_loss(const Release& release, const LossReading& reading, const Progress& progress);

// By values or entropy, beside its source, which is there.
double loss_of_covers(const Release& release, const LossReading& reading, LossMeasure measure,
                      const Progress& progress);

// What a worker is asked of a region.
AnswerPart answer_width_loss;
AnswerPart answer_cover_loss;

// Sentences about the figures of utility().

std::string meaning_of_loss(double loss, LossMeasure measure);

// Errors of random counts over so many attributes.
std::string meaning_of_median_error(double error, std::size_t attributes);
std::string meaning_of_mean_error(double error, std::size_t attributes);
std::string meaning_of_largest_errors(double error, std::size_t attributes);

std::string meaning_of_divergence(const Divergence& divergence);

}  // namespace microdata::postgres
