#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/group_estimation.hpp"

namespace microdata::postgres {

// Estimates the groups of a release; if rows of the source were left out, those of the source, with
// a NOTICE that says so. Requires a SpiSession.
GroupEstimates estimate_scaled(EstimateGroups* estimate, const Release& release,
                               const GroupQuery& query, const Progress& progress);

}  // namespace microdata::postgres
