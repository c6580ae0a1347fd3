#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// Recomputes, by person, every guarantee of a release of people with several rows each, from its
// tables and the source's rows.
std::vector<Finding> verify_subjects(const Release& release, const Progress& progress);

// Returns how well an attacker can guess whether a person has a sensitive value in any published
// row.
DisclosureFigures disclosure_of_subjects(const Release& release, const Progress& progress);

}  // namespace microdata::postgres
