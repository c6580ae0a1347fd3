#pragma once

#include "postgres/server/api.hpp"

#include "core/base/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/estimates/group_estimation.hpp"

namespace microdata::postgres {

// Estimates the groups of a release. If rows of the source were suppressed, estimates the groups of
// the source and says so in a NOTICE. Requires a SpiSession.
GroupEstimates estimate_scaled(EstimateGroups* estimate, const Release& release,
                               const GroupQuery& query, const Progress& progress);

// True if the query groups by, measures or has a condition on a sensitive attribute. People without
// a value then count as missing rows.
bool asks_for_sensitive(const Release& release, const GroupQuery& query);

}  // namespace microdata::postgres
