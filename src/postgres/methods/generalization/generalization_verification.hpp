#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/disclosure_figures.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// Recomputes everything that a generalized release promises from its rows and the source's.
std::vector<Finding> verify_generalized(const Release& release, const Progress& progress);

// How well sensitive values can be guessed from it.
DisclosureFigures disclosure_of_generalized(const Release& release, const Progress& progress);

}  // namespace microdata::postgres
