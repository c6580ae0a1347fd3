#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/divided_reading.hpp"
#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/worker_regions.hpp"

namespace microdata::postgres {

// Of the attack below; the release is referred to.
MemoryNeed need_of_inference(const Release& release);

// De Finetti's attack on a release that is read by regions, whose source is there; by sensitive
// attributes. Places of persons, what they may have there and what is known of them are kept while
// the next region is read: the adversary attacks as many regions together as fit into half of what
// pg_microdata.memory_limit leaves beside the largest region, all of them where that is enough, and
// parts of about as many rows otherwise. A bucket is in one region, so that what it says is known
// in full; the model is learned from as many persons of a part as of a whole release. Guesses are
// judged together, each region's as far as all regions were looked at. Shows nobody one by one.
std::vector<InferenceFigures> infer_by_regions(const Release& release, PlacePersons* place,
                                               const InferenceRequest& request, Random& random,
                                               const Progress& progress);

// What a worker is asked of a part: regions that are attacked together.
AnswerPart answer_guesses;

}  // namespace microdata::postgres
