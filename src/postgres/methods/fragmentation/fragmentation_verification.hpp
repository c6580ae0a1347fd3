#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// Recomputes every guarantee of a release by fragment_table(). Every fragment must meet its own
// guarantees, and joins on the class must have k rows and satisfy the models.
std::vector<Finding> verify_fragmented(const Release& release, const Progress& progress);

}  // namespace microdata::postgres
