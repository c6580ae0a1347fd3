#pragma once

#include "core/fragmentation/fragmentation.hpp"
#include "property/fragmentation_oracle.hpp"
#include "property/random_table.hpp"

namespace microdata::test {

// A small table with a class of 2 to 5 values, often skewed, sometimes following an attribute;
// small enough for joins of so many fragments row by row.
struct FragmentationProblem {
  Microdata data;
  FragmentationOptions options;
};

FragmentationProblem random_fragmentation(Choices& choices);

// What the release shows, for the oracle.
std::vector<oracle::FragmentRows> oracle_fragments(const Fragmentation& result);

}  // namespace microdata::test
