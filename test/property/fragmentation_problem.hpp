#pragma once

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/fragmentation/fragmentation.hpp"
#include "core/risk/fragment_view.hpp"
#include "property/fragmentation_oracle.hpp"
#include "property/random_table.hpp"

namespace microdata::test {

// A small table with a class of 2 to 5 values, often skewed and sometimes dependent on an
// attribute. The table is small enough for joins of the fragments row by row.
struct FragmentationProblem {
  Microdata data;
  FragmentationOptions options;
};

FragmentationProblem random_fragmentation(Choices& choices);

Fragmentation fragment_with(const FragmentationProblem& problem, std::uint64_t seed);

// Expects the same rows in every fragment, in classes of at least k rows that show different
// values.
void expect_anonymous_fragments(const FragmentationProblem& problem, const Fragmentation& result);

// Returns the published fragments for measures.
std::vector<FragmentView> fragment_views(const Fragmentation& result);

// Returns the published fragments for the oracle.
std::vector<oracle::FragmentRows> oracle_fragments(const Fragmentation& result);

}  // namespace microdata::test
