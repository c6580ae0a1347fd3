#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// Recomputes every guarantee of a release by gnf_decompose(). Its parts must be in Guardian Normal
// Form for its rules, and every part must meet its own guarantees.
std::vector<Finding> verify_decomposed(const Release& release, const Progress& progress);

// Returns how well an attacker can guess sensitive values from the part in which this is easiest.
DisclosureFigures disclosure_of_decomposed(const Release& release, const Progress& progress);

}  // namespace microdata::postgres
