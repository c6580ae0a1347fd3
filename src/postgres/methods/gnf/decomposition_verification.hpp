#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// Recomputes everything that a release by gnf_decompose() promises: that its parts are in Guardian
// Normal Form for its rules, and of every part what it promises by itself.
std::vector<Finding> verify_decomposed(const Release& release, const Progress& progress);

// How well sensitive values can be guessed from the part in which that is easiest.
DisclosureFigures disclosure_of_decomposed(const Release& release, const Progress& progress);

}  // namespace microdata::postgres
