#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <vector>

#include "core/risk/group_gain.hpp"
#include "property/random_table.hpp"

// Compares the gain of reading a bucket with the definition: row by row, the most frequent value of
// the matching rows.

namespace microdata {
namespace {

using test::Choices;

Code most_frequent(const std::vector<Code>& values, const std::vector<Row>& rows) {
  std::map<Code, std::size_t> times;
  for (const Row row : rows)
    ++times[values[row]];
  return std::max_element(times.begin(), times.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

TEST(GroupGainProperty, IsThatOfTheMostFrequentValueOfRowsThatAgree) {
  test::for_cases(400, [](Choices& choices, std::uint64_t /*seed*/) {
    const auto rows = static_cast<Row>(choices.between(1, 30));
    const auto domain = static_cast<Code>(choices.between(1, 5));
    const auto column = [&](Code distinct) {
      std::vector<Code> codes;
      for (Row row = 0; row < rows; ++row)
        codes.push_back(static_cast<Code>(choices.between(0, static_cast<int>(distinct) - 1)));
      return codes;
    };
    const std::vector<Code> values = column(domain);
    std::vector<std::vector<Code>> known;
    for (int i = choices.between(0, 3); i > 0; --i)
      known.push_back(column(domain));
    std::vector<CodedColumn> coded;
    for (const std::vector<Code>& codes : known)
      coded.push_back({codes, domain});

    std::vector<Row> all;
    for (Row row = 0; row < rows; ++row)
      all.push_back(row);
    const Code of_all = most_frequent(values, all);
    double missed = 0;
    double right = 0;
    double naive = 0;
    for (Row row = 0; row < rows; ++row) {
      std::vector<Row> agreeing;
      for (const Row other : all) {
        if (std::all_of(known.begin(), known.end(),
                        [&](const auto& codes) { return codes[other] == codes[row]; }))
          agreeing.push_back(other);
      }
      right += values[row] == most_frequent(values, agreeing) ? 1 : 0;
      naive += values[row] == of_all ? 1 : 0;
      missed += values[row] == of_all ? 0 : 1;
    }
    const double expected = missed == 0 ? 0 : (right - naive) / missed;
    EXPECT_NEAR(group_gain({values, domain}, coded, {}), expected, 1e-12);
  });
}

}  // namespace
}  // namespace microdata
