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

// The same attack as on buckets, on equivalence classes.
std::vector<InferenceFigures> audit_inference_in_classes(const Release& release,
                                                         const InferenceRequest& request,
                                                         Random& random, const Progress& progress);

}  // namespace microdata::postgres
