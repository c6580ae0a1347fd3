#include <cmath>
#include <gtest/gtest.h>

#include "core/correlation/contingency.hpp"
#include "core/correlation/correlation.hpp"
#include "core/partition/pam.hpp"
#include "property/oracle.hpp"
#include "property/random_table.hpp"

namespace microdata {
namespace {

using test::Choices;

std::vector<oracle::Value> values_of(const Microdata& data, std::size_t attribute) {
  return {data.columns[attribute].begin(), data.columns[attribute].end()};
}

TEST(CorrelationProperty, MeasuresAreThoseOfTheDefinitions) {
  for (int i = 0; i < test::tried(1000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    Microdata data = test::random_table(choices, {.most_rows = 30, .most_values = 8});
    const AttributeSet all = published_attributes(data);
    // No attribute has enough values to be discretized.
    const Eigen::MatrixXd phi2 = correlation_matrix(data, all, CorrelationMeasure::phi2, {}, 1, {});
    const Eigen::MatrixXd information =
        correlation_matrix(data, all, CorrelationMeasure::mutual_information, {}, 2, {});
    const Eigen::MatrixXd pearson =
        correlation_matrix(data, all, CorrelationMeasure::pearson, {}, 1, {});
    for (std::size_t a = 0; a < all.size(); ++a) {
      for (std::size_t b = 0; b < all.size(); ++b) {
        if (data.attributes[a].distinct > most_values_kept ||
            data.attributes[b].distinct > most_values_kept) {
          continue;
        }
        const auto row = static_cast<Eigen::Index>(a);
        const auto column = static_cast<Eigen::Index>(b);
        EXPECT_NEAR(phi2(row, column), oracle::phi2(values_of(data, a), values_of(data, b)), 1e-12);
        EXPECT_NEAR(information(row, column),
                    oracle::mutual_information(values_of(data, a), values_of(data, b)), 1e-12);
        if (!data.attributes[a].numeric() || !data.attributes[b].numeric()) {
          EXPECT_TRUE(std::isnan(pearson(row, column)));
          continue;
        }
        std::vector<double> x;
        std::vector<double> y;
        for (Row r = 0; r < data.rows; ++r) {
          x.push_back(data.attributes[a].projection[data.columns[a][r]]);
          y.push_back(data.attributes[b].projection[data.columns[b][r]]);
        }
        EXPECT_NEAR(pearson(row, column), oracle::pearson(x, y), 1e-9);
      }
    }
    if (HasFailure()) break;
  }
}

// Counting a sparse table yields the same measures.
TEST(CorrelationProperty, SparseCountingIsCounting) {
  for (int i = 0; i < test::tried(2); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const Code distinct = 520;
    std::vector<Code> a;
    std::vector<Code> b;
    for (Code row = 0; row < 700; ++row) {
      a.push_back(row < distinct ? row : static_cast<Code>(choices.between(0, distinct - 1)));
      b.push_back(row < distinct ? distinct - 1 - row
                                 : (a.back() / 2 + static_cast<Code>(choices.between(0, 3))));
    }
    const ContingencyTable table = contingency_table({a, distinct}, {b, distinct});
    ASSERT_FALSE(table.sparse.empty());
    EXPECT_NEAR(phi2(table), oracle::phi2({a.begin(), a.end()}, {b.begin(), b.end()}), 1e-9);
    EXPECT_NEAR(mutual_information(table),
                oracle::mutual_information({a.begin(), a.end()}, {b.begin(), b.end()}), 1e-9);
  }
}

TEST(CorrelationProperty, CutPointsAreThoseOfAlgorithm12) {
  for (int i = 0; i < test::tried(2000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    std::vector<double> all;
    const int n = choices.between(1, 60);
    for (int v = 0; v < n; ++v)
      all.push_back(choices.between(-40, 40));
    std::sort(all.begin(), all.end());
    std::vector<double> distinct;
    std::vector<std::uint32_t> counts;
    for (const double value : all) {
      if (distinct.empty() || distinct.back() != value) {
        distinct.push_back(value);
        counts.push_back(0);
      }
      ++counts.back();
    }
    const auto k = static_cast<Code>(choices.between(1, 8));
    const std::vector<double> cuts = k_means_cut_points(distinct, counts, k);
    const std::vector<double> expected = oracle::k_means_cut_points(all, k);
    ASSERT_EQ(cuts.size(), expected.size());
    for (std::size_t c = 0; c < cuts.size(); ++c)
      EXPECT_NEAR(cuts[c], expected[c], 1e-9);
  }
}

TEST(PamProperty, NoExchangeOfAMedoidLowersTheCost) {
  int optimal = 0;
  int all = 0;
  for (int i = 0; i < test::tried(1000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const int items = choices.between(1, 9);
    const int k = choices.between(1, items);
    Eigen::MatrixXd distance = Eigen::MatrixXd::Zero(items, items);
    std::vector<std::vector<double>> naive(static_cast<std::size_t>(items),
                                           std::vector<double>(static_cast<std::size_t>(items)));
    for (int a = 0; a < items; ++a) {
      for (int b = a + 1; b < items; ++b) {
        const double d = choices.one_in(4) ? choices.between(0, 3) / 3.0 : choices.real();
        distance(a, b) = distance(b, a) = d;
        naive[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = d;
        naive[static_cast<std::size_t>(b)][static_cast<std::size_t>(a)] = d;
      }
    }
    const Clustering clustering = pam(distance, static_cast<std::size_t>(k));
    const auto cost = [&](const std::vector<std::size_t>& medoids) {
      double sum = 0;
      for (int item = 0; item < items; ++item) {
        double nearest = 1e9;
        for (const std::size_t m : medoids) {
          nearest = std::min(nearest, distance(item, static_cast<Eigen::Index>(m)));
        }
        sum += nearest;
      }
      return sum;
    };
    EXPECT_NEAR(clustering.cost, cost(clustering.medoids), 1e-9);
    ASSERT_EQ(clustering.medoids.size(), static_cast<std::size_t>(k));
    for (std::size_t m = 0; m < clustering.medoids.size(); ++m) {
      EXPECT_EQ(clustering.cluster_of[clustering.medoids[m]], m);
      for (int item = 0; item < items; ++item) {
        std::vector<std::size_t> exchanged = clustering.medoids;
        exchanged[m] = static_cast<std::size_t>(item);
        EXPECT_GE(cost(exchanged), clustering.cost - 1e-9);
      }
    }
    const double best = oracle::best_medoid_cost(naive, static_cast<std::size_t>(k));
    EXPECT_GE(clustering.cost, best - 1e-9);
    if (k == 1) {
      EXPECT_NEAR(clustering.cost, best, 1e-9);
    }
    ++all;
    if (clustering.cost < best + 1e-9) ++optimal;
    if (HasFailure()) break;
  }
  EXPECT_GT(optimal, all * 9 / 10);
}

}  // namespace
}  // namespace microdata
