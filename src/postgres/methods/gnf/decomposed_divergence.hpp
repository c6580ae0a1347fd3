#pragma once

#include "postgres/server/api.hpp"

#include "core/microdata/progress.hpp"
#include "core/utility/distribution_model.hpp"
#include "postgres/catalog/catalog.hpp"

namespace microdata::postgres {

// How far the tables of a release by gnf_decompose() are from its source, which is there. NOTICE of
// tuples that are not found in every part.
Divergence divergence_of_decomposed(const Release& release, const Progress& progress);

}  // namespace microdata::postgres
