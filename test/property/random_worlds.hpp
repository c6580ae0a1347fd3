#pragma once

#include <vector>

#include "core/microdata/code.hpp"
#include "property/random_table.hpp"

namespace microdata::test {

// Returns some quasi-identifiers of few values, by person, for tables so small that an attacker can
// go through all assignments.
std::vector<std::vector<Code>> random_axes(Choices& choices, int most_axes, int persons);

// Returns two to five combinations of values, each with its own value of the first sensitive
// attribute. The other attributes have at most `others` values.
std::vector<std::vector<Code>> random_combinations(Choices& choices, int sensitive, int others);

}  // namespace microdata::test
