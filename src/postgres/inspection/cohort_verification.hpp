#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/series_verification.hpp"

namespace microdata::postgres {

// Whether it is an edition of a series of persons with several rows, whose rows grow.
bool is_of_cohorts(const Release& release);

// Whether the published tables keep what the series promises: no value in more than 1/m of a
// cohort's sets; and, beside the former editions that the caller may see and read, that cohorts
// stay together and sets only grow, until somebody is missing; and of the newest edition, that it
// shows what is remembered. Requires a SpiSession.
std::vector<Finding> verify_cohorts(const Release& release, const Progress& progress);

// The same of every edition of a series; nothing where it is none of persons whose rows grow.
std::optional<std::vector<SeriesFinding>> verify_series_of_cohorts(const std::string& name,
                                                                   const Progress& progress);

}  // namespace microdata::postgres
