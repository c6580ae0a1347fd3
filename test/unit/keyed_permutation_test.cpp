#include "core/base/keyed_permutation.hpp"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace microdata {
namespace {

std::vector<std::uint64_t> all_numbers(const KeyedPermutation& permutation) {
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t i = 0; i < permutation.size(); ++i)
    numbers.push_back(permutation(i));
  return numbers;
}

TEST(KeyedPermutation, HasEveryNumberOnceForEveryRange) {
  for (std::uint64_t size = 1; size <= 300; ++size) {
    std::vector<std::uint64_t> numbers = all_numbers(KeyedPermutation({size, 7}, size));
    std::sort(numbers.begin(), numbers.end());
    for (std::uint64_t i = 0; i < size; ++i)
      ASSERT_EQ(numbers[i], i) << "of " << size;
  }
}

TEST(KeyedPermutation, HasEveryNumberOnceAroundPowersOfTwo) {
  for (const std::uint64_t size : {1023U, 1024U, 1025U, 65535U, 65536U, 65537U}) {
    std::vector<bool> seen(size);
    for (const std::uint64_t number : all_numbers(KeyedPermutation({1, 2}, size))) {
      ASSERT_LT(number, size);
      ASSERT_FALSE(seen[number]);
      seen[number] = true;
    }
  }
}

TEST(KeyedPermutation, StaysWithinRangesBeyondIntegers) {
  for (const std::uint64_t size :
       {(std::uint64_t{1} << 32U) + 1, std::uint64_t{5000000000}, std::uint64_t{1} << 62U}) {
    const KeyedPermutation permutation({3, 4}, size);
    std::vector<std::uint64_t> numbers;
    std::uint64_t largest = 0;
    for (std::uint64_t i = 0; i < 10000; ++i) {
      numbers.push_back(permutation(size - 1 - i));
      ASSERT_LT(numbers.back(), size);
      largest = std::max(largest, numbers.back());
    }
    // The probability that none of 10,000 numbers from the whole range is in the last hundredth is
    // 10^-44.
    EXPECT_GT(largest, size / 100 * 99);
    std::sort(numbers.begin(), numbers.end());
    EXPECT_EQ(std::adjacent_find(numbers.begin(), numbers.end()), numbers.end());
  }
}

TEST(KeyedPermutation, IsThatOfItsKey) {
  const std::vector<std::uint64_t> numbers = all_numbers(KeyedPermutation({1, 2}, 1000));
  EXPECT_EQ(numbers, all_numbers(KeyedPermutation({1, 2}, 1000)));
  EXPECT_NE(numbers, all_numbers(KeyedPermutation({1, 3}, 1000)));
  EXPECT_NE(numbers, all_numbers(KeyedPermutation({2, 2}, 1000)));
}

// Counts all 24 orders of four for 24,000 keys. Chi-square with 23 degrees of freedom is above 63
// with a probability of 10^-5, and the keys are always the same.
TEST(KeyedPermutation, ChoosesEveryOrderAsOften) {
  std::map<std::vector<std::uint64_t>, double> orders;
  constexpr std::uint64_t keys = 24000;
  for (std::uint64_t key = 0; key < keys; ++key)
    ++orders[all_numbers(KeyedPermutation({key, ~key}, 4))];
  double chi_square = 0;
  for (const auto& [order, count] : orders)
    chi_square += (count - keys / 24.0) * (count - keys / 24.0) / (keys / 24.0);
  chi_square += static_cast<double>(24 - orders.size()) * keys / 24.0;
  EXPECT_EQ(orders.size(), 24U);
  EXPECT_LT(chi_square, 63);
}

// Consecutive inputs do not have neighbouring outputs.
TEST(KeyedPermutation, ScattersNeighbours) {
  constexpr std::uint64_t size = 100000;
  const KeyedPermutation permutation({11, 12}, size);
  double distances = 0;
  for (std::uint64_t i = 0; i + 1 < size; ++i) {
    const std::uint64_t a = permutation(i);
    const std::uint64_t b = permutation(i + 1);
    distances += static_cast<double>(a > b ? a - b : b - a);
  }
  // Independent numbers have a mean distance of a third of the range.
  EXPECT_NEAR(distances / static_cast<double>(size - 1) / size, 1.0 / 3, 0.01);
}

}  // namespace
}  // namespace microdata
