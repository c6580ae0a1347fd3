#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Returns the numbers that values without a projection spell, by code: texts, amounts of money,
// ranges and arrays by their first. Not finite where a value spells none; empty where more than a
// tenth of them do not.
std::vector<double> spelled_numbers(const Dictionary& values, const Progress& progress);

}  // namespace microdata::postgres
