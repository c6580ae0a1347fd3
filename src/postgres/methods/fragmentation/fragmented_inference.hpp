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

// De Finetti's attack on fragments, by all of them together. A class that is sensitive is guessed
// by the equivalence classes that a person may be of in every fragment; one that is not is known,
// and says which of their rows may be the person's.
std::vector<InferenceFigures> audit_inference_in_fragments(const Release& release,
                                                           const InferenceRequest& request,
                                                           Random& random,
                                                           const Progress& progress);

}  // namespace microdata::postgres
