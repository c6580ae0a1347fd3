#pragma once

#include <vector>

#include "core/microdata/code.hpp"
#include "property/random_table.hpp"

namespace microdata::test {

// Of tables so small that an adversary can go through all worlds: some quasi-identifiers of few
// values, by persons.
std::vector<std::vector<Code>> random_axes(Choices& choices, int most_axes, int persons);

// Two to five combinations of values, each with one of its own of the first sensitive attribute;
// the others have at most so many.
std::vector<std::vector<Code>> random_combinations(Choices& choices, int sensitive, int others);

}  // namespace microdata::test
