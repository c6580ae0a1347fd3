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

// True if a guess can come near values of a type: numbers, dates and times, money, and texts that
// may be numbers.
bool may_be_amounts(const AttributeType& type);

// Returns by code the numbers that guesses come near: a projection, the least units of money, or
// what texts say. Not finite where a value is no number.
std::vector<double> amounts_of(const Dictionary& values, const Progress& progress);

// The same, but empty unless all values are numbers.
std::vector<double> amounts_if_all_are(const Dictionary& values, const Progress& progress);

}  // namespace microdata::postgres
