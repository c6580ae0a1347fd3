#include "core/partition/group_share.hpp"

#include <cstdlib>
#include <ctime>
#include <gtest/gtest.h>
#include <optional>

#include "core/privacy/diversity.hpp"
#include "property/random_table.hpp"

namespace microdata {
namespace {

bool l_holds(const GroupShare& share, std::uint32_t size, double l) {
  std::uint32_t sum = 0;
  for (const GroupShare::Stratum& s : share.strata) {
    if (s.chosen < s.least || s.chosen > s.most) return false;
    if (!share_holds(s.chosen, size, l)) return false;
    if (!share_holds(s.tuples - s.chosen, share.tuples - size, l)) return false;
    sum += s.chosen;
  }
  return sum == size;
}

// Tries every choice from stratum `from` to the last.
bool can_be_chosen(GroupShare& share, std::size_t from, std::uint32_t size, double l) {
  if (from == share.strata.size()) return l_holds(share, size, l);
  GroupShare::Stratum& s = share.strata[from];
  for (s.chosen = s.least; s.chosen <= s.most; ++s.chosen) {
    if (can_be_chosen(share, from + 1, size, l)) return true;
  }
  return false;
}

TEST(GroupShare, IsTheNearestThatCanBe) {
  test::Choices choices(test::first_seed());
  int chosen = 0;
  for (int run = 0; run < 2000; ++run) {
    GroupShare share;
    for (int stratum = choices.between(1, 4); stratum > 0; --stratum) {
      const auto tuples = static_cast<std::uint32_t>(choices.between(1, 4));
      const auto least = static_cast<std::uint32_t>(choices.between(0, static_cast<int>(tuples)));
      const auto most = static_cast<std::uint32_t>(
          choices.between(static_cast<int>(least), static_cast<int>(tuples)));
      share.strata.push_back({0, tuples, least, most, 0});
      share.tuples += tuples;
    }
    const double l = 1 + 2 * choices.real();
    const int wanted = choices.between(0, static_cast<int>(share.tuples));
    std::optional<int> nearest;
    for (int size = 0; size <= static_cast<int>(share.tuples); ++size) {
      GroupShare trial = share;
      if (can_be_chosen(trial, 0, static_cast<std::uint32_t>(size), l) &&
          (!nearest || std::abs(size - wanted) < std::abs(*nearest - wanted))) {
        nearest = size;
      }
    }
    const auto size = choose_near(share, wanted, l);
    ASSERT_EQ(size.has_value(), nearest.has_value());
    if (!size) continue;
    ++chosen;
    EXPECT_TRUE(l_holds(share, *size, l));
    EXPECT_EQ(std::abs(static_cast<int>(*size) - wanted), std::abs(*nearest - wanted));
  }
  EXPECT_GT(chosen, 200);
}

// An l this large makes the nearest possible size far from the wanted one. Trying every size with
// every stratum took seconds.
TEST(GroupShare, ManyStrataTakeAMoment) {
  constexpr double l = 15000.5;
  GroupShare share;
  share.strata.push_back({0, 5, 4, 5, 0});
  share.tuples = 5;
  for (std::uint32_t id = 1; share.tuples < 100000; ++id) {
    share.strata.push_back({id, 1 + id % 2, 0, 1 + id % 2, 0});
    share.tuples += 1 + id % 2;
  }
  const std::clock_t begin = std::clock();
  const auto size = choose_near(share, share.tuples / 2, l);
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 0.5);
  ASSERT_TRUE(size);
  EXPECT_EQ(*size, 60002U);
  EXPECT_TRUE(l_holds(share, *size, l));
}

}  // namespace
}  // namespace microdata
