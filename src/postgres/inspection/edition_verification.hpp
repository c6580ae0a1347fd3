#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// Whether a series published it.
bool is_edition(const Release& release);

// Whether the published tables are m-unique: every bucket has m or more sensitive values, each
// once, and persons, no more than values. Requires a SpiSession.
std::vector<Finding> verify_edition(const Release& release, const Progress& progress);

}  // namespace microdata::postgres
