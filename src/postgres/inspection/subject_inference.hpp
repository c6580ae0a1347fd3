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

// De Finetti's attack on a release of persons with several rows: which values each person has. What
// is guessed of an attribute is the value that the person most probably has among others; it is
// right where the person has it in any row.
std::vector<InferenceFigures> audit_inference_of_subjects(const Release& release,
                                                          const InferenceRequest& request,
                                                          Random& random, const Progress& progress);

}  // namespace microdata::postgres
