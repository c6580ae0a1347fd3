#include "core/base/vector_order.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <vector>

#include "core/base/random.hpp"

namespace microdata {
namespace {

// Compares element by element, as the standard specifies.
template <typename T>
bool comes_before(const std::vector<T>& a, const std::vector<T>& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] != b[i]) return a[i] < b[i];
  }
  return a.size() < b.size();
}

template <typename T>
void expect_order() {
  Random random = Random::seeded(sizeof(T));
  const auto some = [&] {
    std::vector<T> values(random.below(4));
    for (T& value : values)
      value = static_cast<T>(random.below(3) << (8 * random.below(sizeof(T))));
    return values;
  };
  std::map<std::vector<T>, bool> seen;
  std::vector<std::vector<T>> distinct;
  for (int i = 0; i < 2000; ++i) {
    const std::vector<T> a = some();
    const std::vector<T> b = some();
    ASSERT_EQ(a < b, comes_before(a, b));
    ASSERT_EQ((a <=> b) < 0, comes_before(a, b));
    if (seen.emplace(a, true).second) distinct.push_back(a);
  }
  std::sort(distinct.begin(), distinct.end(), comes_before<T>);
  EXPECT_EQ(std::unique(distinct.begin(), distinct.end()), distinct.end());
  EXPECT_EQ(distinct.size(), seen.size());
}

// Standard libraries have had errors in this order on processors that store the highest byte first.
TEST(VectorOrder, IsThatOfTheElements) {
  expect_order<std::uint8_t>();
  expect_order<std::uint16_t>();
  expect_order<std::uint32_t>();
  expect_order<std::uint64_t>();
  expect_order<unsigned long long>();
}

}  // namespace
}  // namespace microdata
