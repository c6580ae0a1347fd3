#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>

#include "core/fragmentation/fragmentation.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/risk/fragment_joins.hpp"
#include "property/fragmentation_oracle.hpp"
#include "property/fragmentation_problem.hpp"
#include "property/random_table.hpp"

// Tests of releases by fragmentation of random tables, by joining them row by row.

namespace microdata {
namespace {

using test::Choices;
using test::expect_anonymous_fragments;
using test::for_cases;
using test::fragment_with;
using test::FragmentationProblem;

constexpr int tables = 1000;

// Expects every attribute except the class in one fragment, and a quasi-identifier in each.
void expect_vertical_fragmentation(const FragmentationProblem& problem,
                                   const Fragmentation& result) {
  AttributeSet all;
  ASSERT_EQ(result.fragments.size(), problem.options.fragments);
  for (const PublishedFragment& fragment : result.fragments) {
    const AttributeSet& attributes = fragment.plan.attributes;
    EXPECT_TRUE(std::is_sorted(attributes.begin(), attributes.end()));
    EXPECT_FALSE(with_role(problem.data, attributes, Role::quasi_identifier).empty());
    all.insert(all.end(), attributes.begin(), attributes.end());
  }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, without(published_attributes(problem.data), {problem.options.class_attribute}));
}

// Expects safe joins by definition 4.1.
void expect_safe_joins(const Fragmentation& result, std::uint32_t k) {
  const std::vector<oracle::FragmentRows> fragments = test::oracle_fragments(result);
  oracle::for_subsets(fragments.size(), 1, [&](const std::vector<std::size_t>& subset) {
    for (const auto& [groups, rows] : oracle::join(fragments, subset))
      EXPECT_GE(rows.size(), k);
  });
}

// Expects that class values are those of the equivalence class, and that the stated number differs
// from the source.
void expect_class_values(const FragmentationProblem& problem, const Fragmentation& result) {
  const std::vector<Code>& source = problem.data.columns[problem.options.class_attribute];
  Row all = 0;
  for (const PublishedFragment& fragment : result.fragments) {
    Row changed = 0;
    for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
      std::set<Code> of_class;
      for (const Row row : fragment.classes.bucket(c))
        of_class.insert(source[row]);
      for (const Row row : fragment.classes.bucket(c)) {
        EXPECT_TRUE(of_class.contains(fragment.class_values[row]));
        changed += fragment.class_values[row] != source[row] ? 1 : 0;
      }
    }
    EXPECT_EQ(changed, fragment.changed);
    all += changed;
  }
  EXPECT_EQ(all, result.changed());
}

// Expects that every equivalence class has only its most frequent value.
void expect_majorities(const FragmentationProblem& problem, const Fragmentation& result) {
  const std::vector<Code>& source = problem.data.columns[problem.options.class_attribute];
  for (const PublishedFragment& fragment : result.fragments) {
    for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
      std::map<Code, int> counts;
      std::set<Code> published;
      for (const Row row : fragment.classes.bucket(c)) {
        ++counts[source[row]];
        published.insert(fragment.class_values[row]);
      }
      ASSERT_EQ(published.size(), 1U);
      for (const auto& [value, count] : counts)
        EXPECT_LE(count, counts[*published.begin()]);
    }
  }
}

TEST(FragmentationProperty, NoJoinIdentifies) {
  int changed = 0;
  int unchanged = 0;
  for_cases(tables, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    std::map<Enforcement, Row> changes;
    for (const Enforcement enforcement : {Enforcement::naive, Enforcement::dependency_graph}) {
      problem.options.enforcement = enforcement;
      try {
        const Fragmentation result = fragment_with(problem, seed);
        EXPECT_GE(problem.data.rows, problem.options.k);
        expect_vertical_fragmentation(problem, result);
        expect_anonymous_fragments(problem, result);
        expect_class_values(problem, result);
        expect_safe_joins(result, problem.options.k);
        if (enforcement == Enforcement::naive) expect_majorities(problem, result);
        changes[enforcement] = result.changed();
      } catch (const Infeasible& infeasible) {
        EXPECT_EQ(infeasible.reason, Infeasible::Reason::too_few_rows);
        EXPECT_LT(problem.data.rows, problem.options.k);
      }
    }
    EXPECT_LE(changes[Enforcement::dependency_graph], changes[Enforcement::naive]);
    ++(changes[Enforcement::dependency_graph] > 0 ? changed : unchanged);
  });
  EXPECT_GT(changed, test::expected_of(tables / 200));
  EXPECT_GT(unchanged, test::expected_of(tables / 50));
}

// Joins are judged from the rows alone, in releases and in releases with changed class values.
TEST(FragmentationProperty, MeasuredJoinsAreTheSmallest) {
  int failing = 0;
  for_cases(600, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    problem.options.k = std::min(problem.options.k, problem.data.rows);
    Fragmentation result = fragment_with(problem, seed);
    const bool tampered = choices.one_in(2);
    const Code values = problem.data.attributes[problem.options.class_attribute].distinct;
    for (PublishedFragment& fragment : result.fragments) {
      for (Code& value : fragment.class_values) {
        if (tampered && choices.one_in(2)) value = static_cast<Code>(choices.real() * values);
      }
    }
    std::uint64_t smallest = problem.options.k;
    const std::vector<oracle::FragmentRows> fragments = test::oracle_fragments(result);
    oracle::for_subsets(fragments.size(), 2, [&](const std::vector<std::size_t>& subset) {
      for (const auto& [groups, rows] : oracle::join(fragments, subset))
        smallest = std::min<std::uint64_t>(smallest, rows.size());
    });
    std::size_t smallest_class = problem.data.rows;
    for (const PublishedFragment& fragment : result.fragments) {
      for (std::size_t c = 0; c < fragment.classes.buckets(); ++c)
        smallest_class = std::min(smallest_class, fragment.classes.bucket(c).size());
    }
    const FragmentJoins joins =
        measure_fragment_joins(test::fragment_views(result), problem.options.k, {});
    EXPECT_EQ(joins.smallest_class, smallest_class);
    EXPECT_EQ(joins.smallest_join, smallest);
    EXPECT_EQ(joins.joined.empty(), smallest == problem.options.k);
    EXPECT_FALSE(joins.cursory);
    if (!tampered) {
      EXPECT_EQ(joins.smallest_join, problem.options.k);
    }
    failing += joins.joined.empty() ? 0 : 1;
  });
  EXPECT_GE(failing, test::expected_of(11));
}

TEST(FragmentationProperty, ThreadsChangeNothing) {
  for_cases(40, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    problem.options.k = std::min(problem.options.k, problem.data.rows);
    problem.options.threads = 1;
    const Fragmentation one = fragment_with(problem, seed);
    problem.options.threads = {3, 4};
    const Fragmentation three = fragment_with(problem, seed);
    for (std::size_t f = 0; f < one.fragments.size(); ++f) {
      EXPECT_EQ(one.fragments[f].plan.attributes, three.fragments[f].plan.attributes);
      EXPECT_EQ(one.fragments[f].classes.rows, three.fragments[f].classes.rows);
      EXPECT_EQ(one.fragments[f].class_values, three.fragments[f].class_values);
    }
  });
}

// The fragments are those of algorithm 1, with every contribution recomputed by the definition of
// FMRMR.
TEST(FragmentationProperty, FragmentsAreGreedy) {
  for_cases(400, [&](Choices& choices, std::uint64_t /*seed*/) {
    const auto features = static_cast<std::size_t>(choices.between(2, 12));
    const auto fragments =
        static_cast<std::size_t>(choices.between(1, std::min(5, static_cast<int>(features))));
    const auto leading = static_cast<std::size_t>(
        choices.between(static_cast<int>(fragments), static_cast<int>(features)));
    oracle::Matrix matrix(features + 1, std::vector<double>(features + 1));
    Eigen::MatrixXd information(features + 1, features + 1);
    const bool coarse = choices.one_in(3);
    for (std::size_t i = 0; i <= features; ++i) {
      for (std::size_t j = i; j <= features; ++j) {
        // Eighths are added without rounding, so that ties remain ties.
        const double value = coarse ? choices.between(0, 8) / 8.0 : choices.real();
        matrix[i][j] = matrix[j][i] = value;
        information(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = value;
        information(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = value;
      }
    }
    const std::vector<Fragment> found = construct_fragments(information, leading, fragments);
    ASSERT_EQ(found.size(), fragments);
    AttributeSet all;
    for (const Fragment& fragment : found) {
      all.insert(all.end(), fragment.attributes.begin(), fragment.attributes.end());
      EXPECT_LT(fragment.attributes.front(), leading);
      EXPECT_NEAR(fragment.relevance, oracle::relevance(matrix, fragment.attributes), 1e-9);
      EXPECT_NEAR(fragment.redundancy, oracle::redundancy(matrix, fragment.attributes), 1e-9);
    }
    std::sort(all.begin(), all.end());
    AttributeSet every(features);
    std::iota(every.begin(), every.end(), std::size_t{0});
    EXPECT_EQ(all, every);
    if (coarse) return;

    std::vector<AttributeSet> expected(1, AttributeSet{0});
    std::set<std::size_t> assigned{0};
    if (fragments > 1) {
      double most = -1;
      for (std::size_t i = 0; i < leading; ++i) {
        for (std::size_t j = i + 1; j < leading; ++j) {
          if (matrix[i][j] > most) {
            most = matrix[i][j];
            expected = {{i}, {j}};
            assigned = {i, j};
          }
        }
      }
    }
    while (expected.size() < fragments) {
      double most = -1;
      std::size_t next = 0;
      for (std::size_t i = 0; i < leading; ++i) {
        double sum = 0;
        for (const AttributeSet& seeds : expected)
          sum += matrix[i][seeds.front()];
        if (!assigned.contains(i) && sum > most) {
          most = sum;
          next = i;
        }
      }
      expected.push_back({next});
      assigned.insert(next);
    }
    while (assigned.size() < features) {
      const std::size_t upto = assigned.size() < leading ? leading : features;
      double most = -1e300;
      std::size_t feature = 0;
      std::size_t fragment = 0;
      for (std::size_t i = 0; i < upto; ++i) {
        if (assigned.contains(i)) continue;
        for (std::size_t f = 0; f < fragments; ++f) {
          AttributeSet with = expected[f];
          with.push_back(i);
          const double contribution =
              oracle::relevance(matrix, with) - oracle::redundancy(matrix, with) -
              oracle::relevance(matrix, expected[f]) + oracle::redundancy(matrix, expected[f]);
          if (contribution > most) {
            most = contribution;
            feature = i;
            fragment = f;
          }
        }
      }
      expected[fragment].push_back(feature);
      assigned.insert(feature);
    }
    for (AttributeSet& attributes : expected)
      std::sort(attributes.begin(), attributes.end());
    std::sort(expected.begin(), expected.end());
    for (std::size_t f = 0; f < fragments; ++f)
      EXPECT_EQ(found[f].attributes, expected[f]);
  });
}

// A cancel at any checkpoint ends the work at once.
TEST(FragmentationProperty, CancelledAnywhere) {
  struct Cancelled {};
  int cancelled = 0;
  for_cases(200, [&](Choices& choices, std::uint64_t seed) {
    FragmentationProblem problem = test::random_fragmentation(choices);
    problem.options.threads = {static_cast<unsigned>(choices.between(1, 3)), 16};
    int left = choices.between(0, 60);
    const Progress progress([&] {
      if (left-- == 0) throw Cancelled{};
    });
    Random random = Random::seeded(seed);
    try {
      fragment(problem.data, problem.options, random, progress);
    } catch (const Cancelled&) {
      ++cancelled;
    } catch (const Infeasible&) {
    }
  });
  EXPECT_GE(cancelled, test::expected_of(51));
}

}  // namespace
}  // namespace microdata
