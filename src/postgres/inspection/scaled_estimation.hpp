#pragma once

#include "postgres/server/api.hpp"

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/group_estimation.hpp"

namespace microdata::postgres {

// Estimates the groups of a release; if rows of the source were left out, those of the source, with
// a NOTICE that says so. Requires a SpiSession.
GroupEstimates estimate_scaled(EstimateGroups* estimate, const Release& release,
                               const GroupQuery& query, const Progress& progress);

// True if the query groups, measures or has a condition by a sensitive attribute: persons without a
// value then are missing rows.
bool asks_for_sensitive(const Release& release, const GroupQuery& query);

}  // namespace microdata::postgres
