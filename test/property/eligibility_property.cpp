#include <algorithm>
#include <gtest/gtest.h>
#include <map>

#include "core/base/random.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/partition/eligibility.hpp"
#include "property/random_table.hpp"

// Compares suppression with an l for every sensitive attribute with all subsets of the rows.

namespace microdata {
namespace {

bool is_eligible(const Microdata& data, const std::vector<double>& l, unsigned subset) {
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    std::map<Code, double> counts;
    double total = 0;
    for (Row row = 0; row < data.rows; ++row) {
      if ((subset >> row & 1U) == 0) continue;
      ++counts[data.columns[sensitive[j]][row]];
      ++total;
    }
    for (const auto& [value, count] : counts) {
      if (count * l[j] > total * (1 + 1e-9)) return false;
    }
  }
  return true;
}

int most_eligible(const Microdata& data, const std::vector<double>& l) {
  int most = 0;
  for (unsigned subset = 1; subset < 1U << data.rows; ++subset) {
    const int rows = __builtin_popcount(subset);
    if (rows > most && is_eligible(data, l, subset)) most = rows;
  }
  return most;
}

TEST(EligibilityProperty, FewestAreLeftOutWithAnLForEachAttribute) {
  const std::uint64_t seed = test::first_seed();
  for (std::uint64_t i = 0; i < 400; ++i) {
    SCOPED_TRACE("MICRODATA_SEED=" + std::to_string(seed + i));
    test::Choices choices(seed + i);
    test::TableShape shape;
    shape.most_rows = 9;
    shape.most_sensitive = 2;
    const Microdata data = test::random_table(choices, shape);
    std::vector<double> l;
    for (std::size_t j = 0; j < attributes_with_role(data, Role::sensitive).size(); ++j)
      l.push_back(choices.of(std::vector<double>{1, 1.2, 1.5, 2, 2.5, 3}));
    const int most = most_eligible(data, l);
    Random random = Random::seeded(choices.bits());
    PublishedRows published(data.rows, 0.999, random);
    try {
      make_eligible(data, l, published, {});
      unsigned subset = 0;
      for (const Row row : published.rows())
        subset |= 1U << row;
      EXPECT_TRUE(is_eligible(data, l, subset));
      EXPECT_EQ(static_cast<int>(published.rows().size()), most);
    } catch (const Infeasible& infeasible) {
      EXPECT_EQ(most, 0);
      const auto sensitive = attributes_with_role(data, Role::sensitive);
      const auto j = std::find(sensitive.begin(), sensitive.end(), infeasible.attribute);
      EXPECT_GT(infeasible.count * l[static_cast<std::size_t>(j - sensitive.begin())],
                infeasible.total);
    }
  }
}

}  // namespace
}  // namespace microdata
