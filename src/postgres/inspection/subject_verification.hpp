#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// Recomputes, by person, everything that a release of persons with several rows each promises, from
// its tables and the source's rows.
std::vector<Finding> verify_subjects(const Release& release, const Progress& progress);

// How well it can be guessed whether a person has a sensitive value in any published row.
DisclosureFigures disclosure_of_subjects(const Release& release, const Progress& progress);

}  // namespace microdata::postgres
