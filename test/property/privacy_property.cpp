#include <gtest/gtest.h>
#include <map>

#include "core/microdata/combination.hpp"
#include "core/partition/strata.hpp"
#include "core/privacy/privacy_model.hpp"
#include "property/oracle.hpp"
#include "property/random_table.hpp"

namespace microdata {
namespace {

using test::Choices;

TEST(PrivacyProperty, ModelsAreThoseOfTheDefinitions) {
  for (int i = 0; i < test::tried(5000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    std::vector<oracle::Value> values;
    std::vector<ValueCount> counts(8);
    for (Code v = 0; v < 8; ++v)
      counts[v].value = v;
    // These models do not depend on the table.
    const SensitiveDistribution table(std::vector<std::uint64_t>(8, 1));
    const int n = choices.between(1, 20);
    for (int v = 0; v < n; ++v) {
      values.push_back(choices.between(0, choices.between(0, 7)));
      ++counts[static_cast<std::size_t>(values.back())].tuples;
    }
    const double l = choices.of(std::vector<double>{1, 1.5, 2, 2.5, 3, 4, 5});
    const double c = choices.of(std::vector<double>{0.5, 1, 1.5, 2, 4});
    using Variant = LDiversity::Variant;
    EXPECT_EQ(holds(KAnonymity{l}, counts, table), n >= l);
    EXPECT_EQ(holds(LDiversity{l, Variant::frequency, 1}, counts, table),
              oracle::frequency_l_diverse(values, l));
    EXPECT_EQ(holds(LDiversity{l, Variant::distinct, 1}, counts, table),
              oracle::distinct_l_diverse(values, l));
    EXPECT_EQ(holds(LDiversity{l, Variant::entropy, 1}, counts, table),
              oracle::entropy_l_diverse(values, l));
    EXPECT_EQ(holds(LDiversity{l, Variant::recursive, c}, counts, table),
              oracle::recursive_l_diverse(values, c, l));
    if (HasFailure()) break;
  }
}

TEST(PrivacyProperty, AsFewAsCanBeAreSuppressed) {
  for (int i = 0; i < test::tried(1500); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const Microdata data = test::random_table(choices, {.most_rows = 12, .most_attributes = 3});
    const AttributeSet known_attributes = attributes_with_role(data, Role::quasi_identifier);
    const std::size_t sensitive = attributes_with_role(data, Role::sensitive).front();
    const double l = choices.of(std::vector<double>{1, 1.5, 2, 2.5, 3});
    const Combinations known = combine(data, known_attributes);
    const Strata strata = make_strata(data, sensitive, known.of_row, known.distinct, {});
    std::vector<Row> rows(data.rows);
    for (Row row = 0; row < data.rows; ++row)
      rows[row] = row;
    const std::vector<std::uint32_t> quota = fewest_to_suppress(strata, rows, l, {});
    std::uint32_t suppressed = 0;
    for (const std::uint32_t count : quota)
      suppressed += count;
    EXPECT_EQ(suppressed,
              oracle::fewest_to_suppress(test::oracle_table(data), known_attributes, sensitive, l));
    // The remaining rows are feasible.
    std::vector<std::uint32_t> left = quota;
    std::vector<Row> kept;
    for (const Row row : rows) {
      if (left[strata.of_row[row]] > 0) {
        --left[strata.of_row[row]];
      } else {
        kept.push_back(row);
      }
    }
    if (!kept.empty()) {
      EXPECT_GE(tightest_stratum(strata, kept, {}).largest_l() + 1e-9, l);
    }
    if (HasFailure()) break;
  }
}

TEST(CombinationProperty, NumbersAreDenseAndLexicographic) {
  for (int i = 0; i < test::tried(1000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const Microdata data =
        test::random_table(choices, {.most_rows = choices.one_in(20) ? 20000 : 40});
    const AttributeSet all = published_attributes(data);
    std::map<std::vector<Code>, std::uint32_t> numbers;
    const auto key = [&](Row row) {
      std::vector<Code> codes;
      for (const std::size_t a : all)
        codes.push_back(data.columns[a][row]);
      return codes;
    };
    for (Row row = 0; row < data.rows; ++row)
      numbers[key(row)] = 0;
    std::uint32_t next = 0;
    for (auto& [codes, number] : numbers)
      number = next++;
    const Combinations combinations = combine(data, all);
    ASSERT_EQ(combinations.distinct, next);
    for (Row row = 0; row < data.rows; ++row) {
      ASSERT_EQ(combinations.of_row[row], numbers[key(row)]);
    }
  }
}

}  // namespace
}  // namespace microdata
