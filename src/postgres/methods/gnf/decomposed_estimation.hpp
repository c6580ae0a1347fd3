#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/utility/count_query.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/group_estimation.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Counts estimated from the tables of a release by gnf_decompose(), by the model that its
// divergence measures. Requires a SpiSession.

// For many predicates, over attributes whose values are those of the source's dictionaries.
CountEstimate estimate_of_parts(const Release& release, const std::vector<std::string>& attributes,
                                const std::vector<Dictionary>& domains, const Progress& progress);

// By the same model, along the join tree of the parts.
EstimateGroups estimate_groups_of_parts;

}  // namespace microdata::postgres
