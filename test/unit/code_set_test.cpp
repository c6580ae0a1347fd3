#include "core/microdata/code_set.hpp"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace microdata {
namespace {

std::vector<Code> listed(const CodeSet& set) {
  std::vector<Code> codes;
  set.for_each([&](Code code) { codes.push_back(code); });
  return codes;
}

// Compares all sets of eight neighbouring codes, from 3 upwards, with std::set.
TEST(CodeSet, IsASet) {
  for (unsigned bits = 0; bits < 256; ++bits) {
    std::vector<Code> codes;
    for (Code code = 0; code < 8; ++code) {
      if ((bits >> code & 1U) != 0) codes.push_back(code + 3);
    }
    const CodeSet set = CodeSet::of(codes);
    const std::set<Code> expected(codes.begin(), codes.end());
    EXPECT_EQ(listed(set), codes);
    EXPECT_EQ(set.size(), codes.size());
    EXPECT_EQ(set.empty(), codes.empty());
    if (!codes.empty()) {
      EXPECT_EQ(set.front(), codes.front());
      EXPECT_EQ(set.back(), codes.back());
    }
    for (Code code = 0; code < 14; ++code)
      EXPECT_EQ(set.contains(code), expected.contains(code)) << bits << " " << code;
  }
}

TEST(CodeSet, RangeIsWhatItsEndsSay) {
  const CodeSet range = CodeSet::range(2, 1'000'000'000);
  EXPECT_EQ(range.size(), 999'999'998U);
  EXPECT_EQ(range.front(), 2U);
  EXPECT_EQ(range.back(), 999'999'999U);
  EXPECT_FALSE(range.contains(1));
  EXPECT_TRUE(range.contains(2));
  EXPECT_FALSE(range.contains(1'000'000'000));
  EXPECT_TRUE(CodeSet::range(5, 5).empty());
  EXPECT_TRUE(CodeSet::range(6, 5).empty());
  EXPECT_TRUE(CodeSet().empty());
  EXPECT_FALSE(CodeSet().contains(0));
}

}  // namespace
}  // namespace microdata
