#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/checks/series_verification.hpp"
#include "postgres/inspection/finding.hpp"

namespace microdata::postgres {

// Checks the guarantees of the series in the published tables. No value may be in more than 1/m of
// a cohort's sets. Cohorts must stay together, and sets must only grow until a person is missing.
// Both are compared with the former editions that the caller can see and read. The newest edition
// must show what the series remembers. Requires a SpiSession.
std::vector<Finding> verify_cohorts(const Release& release, const Progress& progress);

// Verifies every edition of a series; returns nullopt if the series is not one of people whose rows
// grow.
std::optional<std::vector<SeriesFinding>> verify_series_of_cohorts(const std::string& name,
                                                                   const Progress& progress);

}  // namespace microdata::postgres
