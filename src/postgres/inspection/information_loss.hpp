#pragma once

#include "postgres/server/api.hpp"

#include "core/microdata/progress.hpp"
#include "core/utility/loss_measure.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/layout_operations.hpp"
#include "postgres/inspection/worker_regions.hpp"

// What a release has lost. Read by regions where it must be, or where these lie on workers.
// Requires a SpiSession.

namespace microdata::postgres {

// By how wide what is published is: the mean over all rows, of the release alone.
double width_loss(const Release& release, const LossReading& reading, const Progress& progress);

// By values or entropy, beside its source, which is there.
double loss_of_covers(const Release& release, const LossReading& reading, LossMeasure measure,
                      const Progress& progress);

// What a worker is asked of a region.
AnswerPart answer_width_loss;
AnswerPart answer_cover_loss;

}  // namespace microdata::postgres
