#include "core/partition/atoms.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

#include "core/privacy/diversity.hpp"
#include "property/random_table.hpp"

namespace microdata {
namespace {

const std::vector<Strata> one_attribute(1);

std::vector<std::uint32_t> all_of(const std::vector<std::uint32_t>& tags) {
  std::vector<std::uint32_t> members(tags.size());
  std::iota(members.begin(), members.end(), 0U);
  return members;
}

std::uint32_t ones(const std::vector<std::uint32_t>& tags, const std::vector<std::uint32_t>& atom) {
  return static_cast<std::uint32_t>(
      std::count_if(atom.begin(), atom.end(), [&](std::uint32_t i) { return tags[i] == 1; }));
}

bool holds(std::uint32_t ones, std::uint32_t size, double l) {
  return share_holds(std::max(ones, size - ones), size, l);
}

// Returns true if tuples with one of two values can be divided into two sets that satisfy l, by
// trying all numbers.
bool divisible(std::uint32_t ones, std::uint32_t size, double l) {
  for (std::uint32_t part = 1; part < size; ++part) {
    for (std::uint32_t in_part = 0; in_part <= std::min(ones, part); ++in_part) {
      if (ones - in_part > size - part) continue;
      if (holds(in_part, part, l) && holds(ones - in_part, size - part, l)) return true;
    }
  }
  return false;
}

// The closest possible share to 1 / 1.3 of so few tuples is 10 of 13; two tuples fewer violate l.
TEST(Atoms, OfABrokenLAreAsLargeAsTheyMustBe) {
  std::vector<std::uint32_t> tags(26, 1);
  for (std::size_t i = 0; i < 6; ++i)
    tags[4 * i] = 0;
  const std::optional<Atoms> atoms = take_atoms(tags, one_attribute, 1.3, all_of(tags));
  ASSERT_TRUE(atoms.has_value());
  ASSERT_EQ(atoms->size(), 2U);
  for (const std::vector<std::uint32_t>& atom : *atoms) {
    EXPECT_EQ(atom.size(), 13U);
    EXPECT_EQ(ones(tags, atom), 10U);
  }
}

TEST(Atoms, OfTwoValuesCannotBeDivided) {
  std::size_t several = 0;
  test::for_cases(300, [&](test::Choices& choices, std::uint64_t /*seed*/) {
    const double l = 1 + choices.between(0, 99) / 100.0;
    const int weight = choices.between(1, 19);
    std::vector<std::uint32_t> tags(static_cast<std::size_t>(choices.between(2, 40)));
    for (std::uint32_t& tag : tags)
      tag = choices.between(0, 19) < weight ? 1 : 0;
    const std::optional<Atoms> atoms = take_atoms(tags, one_attribute, l, all_of(tags));
    ASSERT_EQ(atoms.has_value(),
              holds(ones(tags, all_of(tags)), static_cast<std::uint32_t>(tags.size()), l));
    if (!atoms) return;
    several += atoms->size() > 1 ? 1 : 0;
    std::vector<std::uint32_t> taken;
    for (const std::vector<std::uint32_t>& atom : *atoms) {
      const auto size = static_cast<std::uint32_t>(atom.size());
      EXPECT_TRUE(holds(ones(tags, atom), size, l)) << "l = " << l;
      EXPECT_FALSE(divisible(ones(tags, atom), size, l)) << "l = " << l;
      taken.insert(taken.end(), atom.begin(), atom.end());
    }
    std::sort(taken.begin(), taken.end());
    EXPECT_EQ(taken, all_of(tags));
  });
  EXPECT_GT(several, test::expected_of(50));
}

}  // namespace
}  // namespace microdata
