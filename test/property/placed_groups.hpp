#pragma once

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <utility>
#include <vector>

#include "core/risk/joint_placement.hpp"
#include "core/risk/placed_persons.hpp"

namespace microdata::test {

// A possible group of a person: the number of its rows by value, and its probability.
template <typename Value>
struct PlacedGroup {
  std::map<Value, std::uint32_t> rows;
  double probability = 0;
};

// Returns the groups of the i-th person; name_of(value of a slot) names the values.
template <typename NameOf>
auto groups_of(const PlacedPersons& placed, std::size_t i, const NameOf& name_of) {
  std::vector<PlacedGroup<decltype(name_of(Code{}))>> groups;
  for (const PlacedPersons::Place& place : placed.of(i)) {
    groups.push_back({{}, place.probability});
    for (std::size_t slot = place.first_slot; slot < place.first_slot + place.slots; ++slot)
      groups.back().rows[name_of(placed.slots[slot].value)] += placed.slots[slot].rows;
  }
  return groups;
}

// Elements of an outcome, which name it.
using Elements = std::vector<std::uint32_t>;

inline std::vector<PlacedGroup<Elements>> groups_of(const JointPlacement::Table& table,
                                                    std::size_t i) {
  return groups_of(table.placed, i, [&](Code outcome) {
    const auto elements = table.outcomes.of(outcome);
    return Elements(elements.begin(), elements.end());
  });
}

// Expects equal groups in any order.
template <typename Value>
void expect_groups(std::vector<PlacedGroup<Value>> found,
                   std::vector<PlacedGroup<Value>> expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (auto* groups : {&found, &expected}) {
    std::sort(groups->begin(), groups->end(), [](const auto& x, const auto& y) {
      return std::pair(x.rows, x.probability) < std::pair(y.rows, y.probability);
    });
  }
  for (std::size_t g = 0; g < found.size(); ++g) {
    EXPECT_EQ(found[g].rows, expected[g].rows);
    EXPECT_NEAR(found[g].probability, expected[g].probability, 1e-6);
  }
}

}  // namespace microdata::test
