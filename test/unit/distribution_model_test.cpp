#include "core/utility/distribution_model.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

#include "core/utility/proportional_fitting.hpp"

namespace microdata {
namespace {

// The cells are (0, 0), (0, 1) and (1, 1). The first attribute requires a smaller share of 0 than
// the second, and only (0, 0) counts for both. The share of (0, 1) therefore decreases with every
// sweep.
TEST(ProportionalFitting, EndsAtNothingWhereContradictionsLeadThere) {
  const std::vector<MarginalConstraint> marginals{{{0, 0, 1}, {0.4, 0.6}}, {{0, 1, 1}, {0.5, 0.5}}};
  const ProportionalFit fit = fit_proportionally(3, marginals, {});
  EXPECT_FALSE(fit.converged);
  EXPECT_EQ(fit.share[1], 0);
}

// The parts form a triangle. One part has the first attribute in buckets, and its distribution of
// the attribute contradicts the others.
TEST(DistributionModel, IsInfinitelyFarWhereWhatExistsIsRuledOut) {
  Microdata data;
  data.attributes.resize(3);
  data.attributes[0].distinct = 4;
  data.attributes[1].distinct = 5;
  data.attributes[2].distinct = 4;
  data.columns = {{0, 0, 0, 3, 2, 1, 1, 0, 0, 2, 0, 2},
                  {0, 0, 3, 0, 4, 2, 0, 0, 0, 1, 3, 0},
                  {1, 0, 2, 2, 1, 0, 3, 2, 0, 1, 0, 1}};
  data.rows = 12;
  const BucketedAttributes buckets{{0}, {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, {}};
  const std::vector<PublishedPart> parts{
      {{0, 1}, nullptr, nullptr},
      {{0, 2}, std::make_shared<const BucketedAttributes>(buckets), nullptr},
      {{1, 2}, nullptr, nullptr}};
  const Divergence divergence = kl_divergence(data, {0, 1, 2}, parts, {});
  EXPECT_EQ(divergence.fitting, Fitting::iterative);
  EXPECT_FALSE(divergence.converged);
  EXPECT_TRUE(std::isinf(divergence.nats));
}

}  // namespace
}  // namespace microdata
