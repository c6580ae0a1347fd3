#pragma once

#include "postgres/api.hpp"

#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/utility/count_query.hpp"
#include "postgres/catalog.hpp"
#include "postgres/dictionary.hpp"
#include "postgres/predicate.hpp"

namespace microdata::postgres {

// Counts estimated from the tables of a release by gnf_decompose(), by the model that its
// divergence measures. Requires a SpiSession.

double estimate_count_of_parts(const Release& release, const Predicate& predicate,
                               const Progress& progress);

// For many predicates, over attributes whose values are told by dictionaries of the source.
CountEstimate estimate_of_parts(const Release& release, const std::vector<std::string>& attributes,
                                const std::vector<Dictionary>& domains, const Progress& progress);

}  // namespace microdata::postgres
