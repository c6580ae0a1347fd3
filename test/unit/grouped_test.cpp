#include "core/base/grouped.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace microdata {
namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers of(const Grouped<std::uint32_t>& grouped, std::size_t group) {
  return {grouped[group].begin(), grouped[group].end()};
}

TEST(Grouped, HasNumbersByGroupInOrder) {
  const Numbers group_of{2, 0, 2, nowhere, 0};
  const Grouped<std::uint32_t> grouped = group_numbers(group_of, 3, {});
  ASSERT_EQ(grouped.groups(), 3U);
  EXPECT_EQ(of(grouped, 0), (Numbers{1, 4}));
  EXPECT_EQ(of(grouped, 1), Numbers{});
  EXPECT_EQ(of(grouped, 2), (Numbers{0, 2}));
}

TEST(Grouped, SortsElementsAndLeavesOutThoseOfNoGroup) {
  const Numbers group_of{1, 0, 1, nowhere, 1};
  const Numbers elements{7, 3, 5, 1, nowhere};
  const Grouped<std::uint32_t> grouped = group_elements(group_of, 2, elements, 8, {});
  EXPECT_EQ(of(grouped, 0), Numbers{3});
  EXPECT_EQ(of(grouped, 1), (Numbers{5, 7}));
}

TEST(Grouped, TakesAsManyElementsAsThereAreGroupNumbers) {
  const Grouped<std::uint32_t> grouped = group_elements(Numbers{0}, 1, Numbers{4, 2, 1}, 5, {});
  EXPECT_EQ(grouped.items, Numbers{4});
  EXPECT_TRUE(group_elements(Numbers{}, 2, Numbers{1}, 2, {}).items.empty());
}

TEST(Grouped, KeepsAnOrderWithinGroups) {
  const Numbers group_of{0, 1, 0};
  const Grouped<std::uint32_t> grouped = group_in_order(group_of, 2, Numbers{2, 1, 0}, {});
  EXPECT_EQ(of(grouped, 0), (Numbers{2, 0}));
  EXPECT_EQ(of(grouped, 1), Numbers{1});
}

TEST(Grouped, OnceEachKeepsGroups) {
  const Grouped<std::uint32_t> twice = group_elements(Numbers{0, 0, 2}, 3, Numbers{1, 1, 1}, 2, {});
  const Grouped<std::uint32_t> once = once_each(twice, {});
  ASSERT_EQ(once.groups(), 3U);
  EXPECT_EQ(of(once, 0), Numbers{1});
  EXPECT_EQ(of(once, 1), Numbers{});
  EXPECT_EQ(of(once, 2), Numbers{1});
}

}  // namespace
}  // namespace microdata
