#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>
#include <map>

#include "core/fragmentation/class_enforcement.hpp"
#include "core/fragmentation/reachable_joins.hpp"
#include "property/fragmentation_oracle.hpp"
#include "property/fragmentation_problem.hpp"
#include "property/random_table.hpp"

// Tests of class histograms alone; an enumeration of all joins judges them.

namespace microdata {
namespace {

using test::Choices;
using test::for_cases;

// Fragments of random histograms with few values, so that many joins are small.
struct RandomHistograms {
  std::vector<std::vector<ClassHistogram>> kinds;
  std::uint32_t k;
};

RandomHistograms random_histograms(Choices& choices) {
  RandomHistograms result;
  result.k = static_cast<std::uint32_t>(choices.between(1, 9));
  const int fragments = choices.between(2, 4);
  const int values = choices.between(2, 6);
  // Codes with large distances take another code path.
  const Code apart = choices.one_in(2) ? 1 : 37;
  for (int f = 0; f < fragments; ++f) {
    std::vector<ClassHistogram>& kinds = result.kinds.emplace_back();
    const int classes = choices.between(1, fragments == 2 ? 12 : 6);
    for (int c = 0; c < classes; ++c) {
      std::map<Code, std::uint32_t> counts;
      const int tuples = static_cast<int>(result.k) + choices.between(0, 6);
      const int of = choices.between(1, values);
      for (int t = 0; t < tuples; ++t)
        ++counts[static_cast<Code>((choices.between(1, of) + c) % values) * apart];
      ClassHistogram& histogram = kinds.emplace_back();
      for (const auto& [value, count] : counts)
        histogram.push_back({value, count});
    }
  }
  return result;
}

oracle::Values oracle_values(const ClassHistogram& histogram) {
  oracle::Values values;
  for (const ValueCount& v : histogram)
    values.insert(values.end(), v.tuples, static_cast<int>(v.value));
  return values;
}

std::vector<std::vector<oracle::Values>> oracle_classes(
    const std::vector<std::vector<ClassHistogram>>& kinds) {
  std::vector<std::vector<oracle::Values>> result;
  for (const std::vector<ClassHistogram>& fragment : kinds) {
    result.emplace_back();
    for (const ClassHistogram& histogram : fragment)
      result.back().push_back(oracle_values(histogram));
  }
  return result;
}

TEST(ClassEnforcementProperty, EnforcedHistogramsAreNotReconstructible) {
  int changed = 0;
  for_cases(3000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const RandomHistograms random = random_histograms(choices);
    std::vector<ChangeUnit> units;
    for (std::size_t f = 0; f < random.kinds.size(); ++f)
      units.push_back(choices.one_in(4) ? ChangeUnit::value : ChangeUnit::tuple);
    const auto enforced = enforce_on_dependency_graph(random.kinds, units, random.k, 1, {});
    EXPECT_TRUE(oracle::non_reconstructible(oracle_classes(enforced), random.k));
    const bool was = oracle::non_reconstructible(oracle_classes(random.kinds), random.k);
    bool same = true;
    for (std::size_t f = 0; f < enforced.size(); ++f) {
      for (std::size_t i = 0; i < enforced[f].size(); ++i) {
        const oracle::Values before = oracle_values(random.kinds[f][i]);
        const oracle::Values after = oracle_values(enforced[f][i]);
        EXPECT_EQ(before.size(), after.size());
        same = same && before == after;
        // The changes are at most those of the naive method.
        oracle::Values lost;
        std::set_difference(before.begin(), before.end(), after.begin(), after.end(),
                            std::back_inserter(lost));
        EXPECT_LE(lost.size(),
                  before.size() -
                      static_cast<std::size_t>(
                          std::max_element(random.kinds[f][i].begin(), random.kinds[f][i].end(),
                                           [](const ValueCount& a, const ValueCount& b) {
                                             return a.tuples < b.tuples;
                                           })
                              ->tuples));
      }
    }
    // Safe histograms are unchanged, unsafe ones are changed.
    EXPECT_EQ(same, was);
    changed += same ? 0 : 1;
  });
  EXPECT_GT(changed, test::expected_of(300));
}

// The reachable joins are exactly those of the definition, although only few are stored.
TEST(ClassEnforcementProperty, ReachableJoinsAreAllJoins) {
  int unsafe = 0;
  for_cases(3000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const RandomHistograms random = random_histograms(choices);
    ReachableJoins joins(random.k);
    for (std::size_t f = 0; f + 1 < random.kinds.size(); ++f)
      joins.add(random.kinds[f], {});
    ReachableJoins::Scratch scratch = joins.make_scratch();
    for (const ClassHistogram& histogram : random.kinds.back()) {
      std::vector<std::vector<oracle::Values>> classes =
          oracle_classes({random.kinds.begin(), random.kinds.end() - 1});
      bool safe = true;
      oracle::for_subsets(classes.size(), 1, [&](const std::vector<std::size_t>& subset) {
        std::vector<std::vector<oracle::Values>> chosen{{oracle_values(histogram)}};
        for (const std::size_t f : subset) {
          std::vector<std::vector<oracle::Values>> next;
          for (const auto& before : chosen) {
            for (const oracle::Values& values : classes[f]) {
              next.push_back(before);
              next.back().push_back(values);
            }
          }
          chosen = next;
        }
        for (const auto& joined : chosen) {
          const std::size_t rows = oracle::join_size(joined);
          safe = safe && (rows == 0 || rows >= random.k);
        }
      });
      EXPECT_EQ(joins.safe(histogram, scratch, {}), safe);
      unsafe += safe ? 0 : 1;
    }
  });
  EXPECT_GT(unsafe, test::expected_of(300));
}

}  // namespace
}  // namespace microdata
