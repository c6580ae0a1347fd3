#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// Recomputes everything that a release by fragment_table() promises: of every fragment what it
// promises by itself, and of their joins on the class that they have k rows and satisfy the models.
std::vector<Finding> verify_fragmented(const Release& release, const Progress& progress);

}  // namespace microdata::postgres
