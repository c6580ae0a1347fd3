#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

#include "core/risk/joined_membership.hpp"
#include "property/random_table.hpp"

// Compares the expected number of rows in the join of three tables with all linkings of their rows.

namespace microdata {
namespace {

using test::Choices;

struct Shared {
  std::uint32_t first;   // shared by the middle table and the left one
  std::uint32_t second;  // shared by the middle table and the right one
  std::uint32_t left;
  std::uint32_t right;
};

TEST(JoinedMembershipProperty, ExpectsThoseOfAllLinkings) {
  for (int run = 0; run < test::tried(100); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const auto rows = static_cast<std::size_t>(choices.between(1, 5));
    const auto draw = [&] { return static_cast<std::uint32_t>(choices.between(0, 1)); };
    std::vector<Shared> table;
    for (std::size_t i = 0; i < rows; ++i)
      table.push_back({draw(), draw(), draw(), draw()});
    const Shared person{draw(), draw(), draw(), draw()};
    // Each permutation assigns the rows of an outer table to rows of the middle one that agree with
    // them.
    std::vector<std::size_t> left(rows);
    std::iota(left.begin(), left.end(), std::size_t{0});
    double linkings = 0;
    double alike = 0;
    do {
      bool agree = true;
      for (std::size_t i = 0; i < rows; ++i)
        agree = agree && table[left[i]].first == table[i].first;
      if (!agree) continue;
      std::vector<std::size_t> right(rows);
      std::iota(right.begin(), right.end(), std::size_t{0});
      do {
        bool agrees = true;
        for (std::size_t i = 0; i < rows; ++i)
          agrees = agrees && table[right[i]].second == table[i].second;
        if (!agrees) continue;
        ++linkings;
        for (std::size_t i = 0; i < rows; ++i) {
          const bool like = table[i].first == person.first && table[i].second == person.second &&
                            table[left[i]].left == person.left &&
                            table[right[i]].right == person.right;
          alike += like ? 1 : 0;
        }
      } while (std::next_permutation(right.begin(), right.end()));
    } while (std::next_permutation(left.begin(), left.end()));
    const auto counted = [&](const auto& is_like) {
      const auto count = std::count_if(table.begin(), table.end(), is_like);
      const auto found = static_cast<double>(count);
      return SidesMatched{{{found, found, count > 0 ? 1U : 0U}}, {}};
    };
    const std::vector<SidesMatched> tables{
        counted([&](const Shared& s) { return s.first == person.first && s.left == person.left; }),
        counted(
            [&](const Shared& s) { return s.first == person.first && s.second == person.second; }),
        counted(
            [&](const Shared& s) { return s.second == person.second && s.right == person.right; })};
    const std::vector<SidesMatched> shared{
        counted([&](const Shared& s) { return s.first == person.first; }),
        counted([&](const Shared& s) { return s.second == person.second; })};
    const SidesMatched joined = join_matches(tables, shared);
    ASSERT_EQ(joined.members.size(), 1U);
    EXPECT_TRUE(joined.outsiders.empty());
    EXPECT_NEAR(joined.members.front().rows, alike / linkings, 1e-9);
    EXPECT_NEAR(joined.members.front().lift, alike / linkings, 1e-9);
  }
}

}  // namespace
}  // namespace microdata
