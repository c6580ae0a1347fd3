#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/inference_attack.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/inference_figures.hpp"

namespace microdata::postgres {

// De Finetti's attack on a release in buckets, a tuple of the source for each person, by sensitive
// attributes. Of a large release a sample of the persons is guessed.
std::vector<InferenceFigures> audit_inference_in_buckets(const Release& release,
                                                         const InferenceRequest& request,
                                                         Random& random, const Progress& progress);

}  // namespace microdata::postgres
