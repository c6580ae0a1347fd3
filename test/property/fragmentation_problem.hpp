#pragma once

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/fragmentation/fragmentation.hpp"
#include "core/risk/fragment_view.hpp"
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

Fragmentation fragment_with(const FragmentationProblem& problem, std::uint64_t seed);

// The same rows in every fragment, in classes of at least k that show different things.
void expect_anonymous_fragments(const FragmentationProblem& problem, const Fragmentation& result);

// What the release shows, for who measures it.
std::vector<FragmentView> fragment_views(const Fragmentation& result);

// What the release shows, for the oracle.
std::vector<oracle::FragmentRows> oracle_fragments(const Fragmentation& result);

}  // namespace microdata::test
