#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "core/fragmentation/fragmentation.hpp"
#include "core/fragmentation/selectivity_enforcement.hpp"
#include "core/privacy/equijoin_selectivity.hpp"
#include "core/risk/fragment_selectivity.hpp"
#include "property/fragmentation_oracle.hpp"
#include "property/fragmentation_problem.hpp"
#include "property/random_table.hpp"

// Tests of class values that are published by equivalence class, by enumeration of all versions.

namespace microdata {
namespace {

using test::Choices;
using test::expect_anonymous_fragments;
using test::for_cases;
using test::fragment_with;
using test::FragmentationProblem;

// Tuples of each equivalence class and its distinct published values.
struct AmbiguousFragment {
  std::vector<std::size_t> tuples;
  std::vector<oracle::Values> values;
};

std::vector<AmbiguousFragment> ambiguous_fragments(const FragmentationProblem& problem,
                                                   const Fragmentation& result) {
  const std::vector<Code>& source = problem.data.columns[problem.options.class_attribute];
  std::vector<AmbiguousFragment> fragments;
  for (const PublishedFragment& fragment : result.fragments) {
    AmbiguousFragment& read = fragments.emplace_back();
    Row changed = 0;
    for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
      std::set<int> published;
      std::map<Code, std::size_t> counts;
      for (const Row row : fragment.classes.bucket(c)) {
        ++counts[source[row]];
        const Code value = fragment.class_values[row];
        if (value != ambiguous) {
          EXPECT_TRUE(published.insert(static_cast<int>(value)).second);
        }
      }
      EXPECT_FALSE(published.empty());
      // No suppressed value is more frequent than a published one.
      std::size_t fewest = source.size();
      for (const int value : published) {
        EXPECT_TRUE(counts.contains(static_cast<Code>(value)));
        fewest = std::min(fewest, counts[static_cast<Code>(value)]);
      }
      for (const auto& [value, count] : counts) {
        if (published.contains(static_cast<int>(value))) continue;
        EXPECT_LE(count, fewest);
        changed += static_cast<Row>(count);
      }
      read.tuples.push_back(fragment.classes.bucket(c).size());
      read.values.emplace_back(published.begin(), published.end());
    }
    EXPECT_EQ(fragment.changed, changed);
  }
  return fragments;
}

// Returns the smallest eta of definition 4.4 over all choices of fragments and equivalence classes.
double smallest_selectivity(const std::vector<AmbiguousFragment>& fragments, std::size_t k) {
  double smallest = 1;
  oracle::for_subsets(fragments.size(), 2, [&](const std::vector<std::size_t>& subset) {
    std::vector<std::vector<std::size_t>> chosen{{}};
    for (const std::size_t f : subset) {
      std::vector<std::vector<std::size_t>> next;
      for (const auto& before : chosen) {
        for (std::size_t c = 0; c < fragments[f].tuples.size(); ++c) {
          next.push_back(before);
          next.back().push_back(c);
        }
      }
      chosen = next;
    }
    for (const auto& classes : chosen) {
      std::vector<oracle::Values> values;
      std::vector<std::size_t> tuples;
      for (std::size_t i = 0; i < subset.size(); ++i) {
        values.push_back(fragments[subset[i]].values[classes[i]]);
        tuples.push_back(fragments[subset[i]].tuples[classes[i]]);
      }
      if (oracle::join_size(values) == 0) continue;
      const oracle::Selectivity eta = oracle::equijoin_selectivity(values, tuples, k);
      smallest =
          std::min(smallest, static_cast<double>(eta.preserving) / static_cast<double>(eta.joins));
    }
  });
  return smallest;
}

TEST(Selectivity, NoShareAboveZeroIsMetByNone) {
  EXPECT_FALSE(is_selective(0, 5e-324));
  EXPECT_TRUE(is_selective(0, 0));
  EXPECT_TRUE(is_selective(0.5 - 1e-12, 0.5));
}

TEST(SelectivityProperty, JoinsAreSelective) {
  int changed = 0;
  for_cases(400, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    // The fragments have few rows, because the test enumerates versions.
    const std::map<std::size_t, Row> most_rows{{2, 11}, {3, 8}, {4, 6}};
    problem.data.rows = std::min(problem.data.rows, most_rows.at(problem.options.fragments));
    for (std::vector<Code>& column : problem.data.columns)
      column.resize(problem.data.rows);
    problem.options.k = std::min({problem.options.k, problem.data.rows, 5U});
    problem.options.enforcement = Enforcement::delta_selectivity;
    problem.options.delta = choices.of(std::vector<double>{0, 0.25, 0.5, 0.9, 1});
    const Fragmentation result = fragment_with(problem, seed);
    expect_anonymous_fragments(problem, result);
    const std::vector<AmbiguousFragment> fragments = ambiguous_fragments(problem, result);
    const double smallest = smallest_selectivity(fragments, problem.options.k);
    EXPECT_GE(smallest, problem.options.delta - 1e-9);
    changed += result.changed() > 0 ? 1 : 0;
    const FragmentSelectivity measured =
        measure_fragment_selectivity(test::fragment_views(result), problem.options.k, {});
    EXPECT_NEAR(measured.smallest_eta, smallest, 1e-9);
    EXPECT_EQ(measured.repeated_values, 0U);
    EXPECT_GE(measured.smallest_class, problem.options.k);
    EXPECT_FALSE(measured.cursory);
  });
  EXPECT_GE(changed, test::expected_of(4));
}

// Histograms alone are also selective, with values so far apart that they do not fit the bits of a
// word.
TEST(SelectivityProperty, EnforcedHistogramsAreSelective) {
  int removed = 0;
  for_cases(300, [&](Choices& choices, std::uint64_t /*seed*/) {
    const auto k = static_cast<std::uint32_t>(choices.between(2, 5));
    const Code apart = choices.one_in(3) ? 1 : 37;
    const double delta = choices.of(std::vector<double>{0.25, 0.5, 0.9, 1});
    std::vector<std::vector<ClassHistogram>> kinds(static_cast<std::size_t>(choices.between(2, 3)));
    for (std::vector<ClassHistogram>& fragment : kinds) {
      for (int c = choices.between(1, 3); c > 0; --c) {
        std::map<Code, std::uint32_t> counts;
        const int tuples = static_cast<int>(k) + choices.between(0, 1);
        for (int t = 0; t < tuples; ++t)
          ++counts[static_cast<Code>(choices.between(0, 2) + c) * apart];
        ClassHistogram& histogram = fragment.emplace_back();
        for (const auto& [value, count] : counts)
          histogram.push_back({value, count});
      }
    }
    const auto kept = enforce_selectivity(kinds, k, delta, {});
    std::vector<AmbiguousFragment> fragments(kinds.size());
    for (std::size_t f = 0; f < kinds.size(); ++f) {
      for (std::size_t c = 0; c < kinds[f].size(); ++c) {
        ASSERT_FALSE(kept[f][c].empty());
        fragments[f].tuples.push_back(tuples_of(kinds[f][c]));
        fragments[f].values.emplace_back(kept[f][c].begin(), kept[f][c].end());
        removed += kept[f][c].size() < kinds[f][c].size() ? 1 : 0;
        if (f == 0) {
          EXPECT_EQ(kept[f][c].size(), kinds[f][c].size());
        }
      }
    }
    EXPECT_GE(smallest_selectivity(fragments, k), delta - 1e-9);
  });
  EXPECT_GE(removed, test::expected_of(51));
}

TEST(SelectivityProperty, SelectivityIsCountedExactly) {
  int between = 0;
  for_cases(1200, [&](Choices& choices, std::uint64_t /*seed*/) {
    const auto k = static_cast<std::uint32_t>(choices.between(1, 8));
    EquijoinSelectivity eta(k);
    const int classes = choices.between(2, 3);
    const int domain = choices.between(1, 5);
    std::vector<oracle::Values> values;
    std::vector<std::size_t> tuples;
    std::vector<AmbiguousClass> shape;
    for (int c = 0; c < classes; ++c) {
      std::set<int> set;
      for (int i = choices.between(1, domain); i > 0; --i)
        set.insert(choices.between(1, domain));
      values.emplace_back(set.begin(), set.end());
      tuples.push_back(std::max<std::size_t>(k, set.size()) +
                       static_cast<std::size_t>(choices.between(0, classes == 2 ? 4 : 1)));
      shape.push_back(
          {static_cast<std::uint32_t>(tuples.back()), static_cast<std::uint32_t>(set.size())});
    }
    const std::size_t common = oracle::join_size(values);
    if (common == 0) return;
    const oracle::Selectivity expected = oracle::equijoin_selectivity(values, tuples, k);
    const double exact =
        static_cast<double>(expected.preserving) / static_cast<double>(expected.joins);
    EXPECT_NEAR(eta(shape, static_cast<std::uint32_t>(common), {}), exact, 1e-9);
    between += exact > 0 && exact < 1 ? 1 : 0;
  });
  // The expected number is 125, with a standard deviation of 11.
  EXPECT_GE(between, test::expected_of(51));
}

}  // namespace
}  // namespace microdata
