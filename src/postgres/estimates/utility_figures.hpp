#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/utility/count_query.hpp"
#include "core/utility/distribution_model.hpp"
#include "core/utility/loss_measure.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/part_task.hpp"

// Queries that count people in a release's source, with estimates from the release. The source must
// exist.

namespace microdata::postgres {

struct EstimatedQueries {
  std::vector<CountQuery> queries;
  std::vector<double> estimates;
};

// Draws queries that count at least one person, and estimates each from the release. `attributes`
// are indexes of distinct_attributes(). If the release must be read by regions, or its regions lie
// on workers, counts are summed over regions. Passes are repeated until there are enough queries or
// drawing ends.
EstimatedQueries draw_and_estimate(const Release& release, const CountEstimation& counts,
                                   const AttributeSet& attributes, const CountQueryOptions& options,
                                   Random& random, const Progress& progress);

// Question about counts of predicates in the source, and their estimates from the release.
extern const PartQuestion counts_question;

// Information loss of a release. The release is read by regions if it must be, or if its regions
// lie on workers. Requires a SpiSession.

// Returns the mean width of published values over all rows, from the release alone.
double width_loss(const Release& release, const Progress& progress);

// Returns the loss by values or by entropy, compared with the source, which must exist.
double loss_of_covers(const Release& release, LossMeasure measure, const Progress& progress);

extern const PartQuestion width_question;
extern const PartQuestion covers_question;

// Sentences about the figures of utility().

std::string meaning_of_loss(double loss, LossMeasure measure);

// Return sentences about the errors of random counts over this number of attributes.
std::string meaning_of_median_error(double error, std::size_t attributes);
std::string meaning_of_mean_error(double error, std::size_t attributes);
std::string meaning_of_largest_errors(double error, std::size_t attributes);

std::string meaning_of_divergence(const Divergence& divergence);

}  // namespace microdata::postgres
