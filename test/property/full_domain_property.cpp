#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>

#include "core/generalization/full_domain.hpp"
#include "property/generalization_oracle.hpp"
#include "property/generalization_problem.hpp"

// Compares full-domain generalization of random tables with random hierarchies with the naive
// oracle that examines every node.

namespace microdata {
namespace {

using test::Choices;
using test::GeneralizationProblem;

constexpr int random_tables = 8000;

// Least distance of different losses, which are sums of fractions with small denominators.
constexpr double same = 1e-10;

std::vector<std::vector<std::size_t>> as_sets(const TuplePartition& partition) {
  std::vector<std::vector<std::size_t>> sets;
  for (std::size_t b = 0; b < partition.buckets(); ++b)
    sets.emplace_back(partition.bucket(b).begin(), partition.bucket(b).end());
  std::sort(sets.begin(), sets.end());
  return sets;
}

TEST(FullDomainProperty, IsTheBestOfAllNodes) {
  int feasible_tables = 0;
  int suppressing = 0;
  for (int i = 0; i < test::tried(random_tables); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const GeneralizationProblem p = test::random_generalization(choices, 24);
    const PrivacyRequirement privacy(p.data, p.options.sensitive, p.models, {});
    const std::vector<oracle::LatticeNode> nodes = oracle::all_nodes(p.oracle);
    double least = std::numeric_limits<double>::infinity();
    std::size_t fewest = p.data.rows;
    for (const oracle::LatticeNode& node : nodes) {
      if (node.feasible) least = std::min(least, node.loss);
      fewest = std::min(fewest, node.suppressed);
    }
    const auto best = std::find_if(nodes.begin(), nodes.end(), [&](const oracle::LatticeNode& n) {
      return n.feasible && n.loss <= least + same;
    });
    try {
      const FullDomainGeneralization found = generalize_full_domain(p.data, p.options, privacy, {});
      ASSERT_NE(best, nodes.end());
      ++feasible_tables;
      suppressing += found.suppressed > 0 ? 1 : 0;
      EXPECT_EQ(found.levels, best->levels);
      EXPECT_NEAR(found.loss, best->loss, 1e-9);
      EXPECT_EQ(found.suppressed, best->suppressed);
      EXPECT_LE(found.checked, found.nodes);
      EXPECT_LE(found.nodes, nodes.size());
      // The classes are those of the oracle that satisfy all models.
      std::vector<std::size_t> rows(p.data.rows);
      std::iota(rows.begin(), rows.end(), 0U);
      std::vector<std::vector<std::size_t>> classes;
      for (const auto& members : oracle::classes_of(
               p.oracle, rows, std::vector<std::vector<std::size_t>>(p.data.rows, found.levels))) {
        if (oracle::class_holds(p.oracle, members)) classes.push_back(members);
      }
      std::sort(classes.begin(), classes.end());
      EXPECT_EQ(as_sets(found.classes), classes);
    } catch (const NoTransformation& error) {
      EXPECT_EQ(best, nodes.end());
      EXPECT_EQ(error.allowed, p.oracle.allowed);
      EXPECT_GE(error.fewest_suppressed, fewest);
      // The evidence belongs to a node.
      const auto named = std::find_if(nodes.begin(), nodes.end(), [&](const auto& node) {
        return node.levels == error.levels;
      });
      ASSERT_NE(named, nodes.end());
      EXPECT_EQ(error.fewest_suppressed, named->suppressed);
      EXPECT_FALSE(named->feasible);
    }
    if (HasFailure()) break;
  }
  // Neither outcome is too rare for the test.
  EXPECT_TRUE(HasFailure() || feasible_tables > test::expected_of(random_tables / 4));
  EXPECT_TRUE(HasFailure() || suppressing > test::expected_of(random_tables / 20));
}

TEST(FullDomainProperty, ThreadsDoNotMatter) {
  for (int i = 0; i < test::tried(150); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    GeneralizationProblem p = test::random_generalization(choices, 600);
    const PrivacyRequirement privacy(p.data, p.options.sensitive, p.models, {});
    const auto attempt = [&](unsigned threads) {
      p.options.threads = threads;
      FullDomainGeneralization result;
      try {
        result = generalize_full_domain(p.data, p.options, privacy, {});
      } catch (const NoTransformation& error) {
        result.levels = error.levels;
        result.suppressed = error.fewest_suppressed;
        result.checked = error.checked;
      }
      return result;
    };
    const FullDomainGeneralization alone = attempt(1);
    const FullDomainGeneralization together = attempt(2);
    EXPECT_EQ(alone.levels, together.levels);
    EXPECT_EQ(alone.loss, together.loss);
    EXPECT_EQ(alone.suppressed, together.suppressed);
    EXPECT_EQ(alone.checked, together.checked);
    EXPECT_EQ(alone.classes.rows, together.classes.rows);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace microdata
