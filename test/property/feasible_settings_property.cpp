#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>

#include "core/bucketization/bucketization.hpp"
#include "core/choice/feasible_settings.hpp"
#include "core/microdata/attribute_set.hpp"
#include "property/random_table.hpp"

// Compares the settings that are found feasible with what the sensitive attributes allow, counted
// one by one.

namespace microdata {
namespace {

// What all sensitive attributes allow if the table is one bucket.
struct Allowed {
  double l = 1e9;
  double distinct = 1e9;
};

Allowed allowed_by(const Microdata& data) {
  Allowed allowed;
  for (const std::size_t a : attributes_with_role(data, Role::sensitive)) {
    std::map<Code, double> counts;
    for (const Code code : data.columns[a])
      ++counts[code];
    double most = 0;
    for (const auto& [code, count] : counts)
      most = std::max(most, count);
    allowed.l = std::min(allowed.l, data.rows / most);
    allowed.distinct = std::min(allowed.distinct, static_cast<double>(counts.size()));
  }
  return allowed;
}

Attempt attempt_on(const Microdata& data) {
  return [&data](const FeasibleSettings& settings) -> std::optional<Infeasible> {
    BucketizationOptions options;
    options.l = settings.l;
    options.suppress = settings.suppress;
    options.privacy = settings.privacy;
    Random random = Random::seeded(1);
    try {
      check_feasible(data, options, random, {});
    } catch (const Infeasible& infeasible) {
      return infeasible;
    }
    return std::nullopt;
  };
}

TEST(FeasibleSettingsProperty, GiveWayOnlyAsFarAsAllAttributesNeed) {
  const std::uint64_t seed = test::first_seed();
  for (std::uint64_t i = 0; i < 400; ++i) {
    SCOPED_TRACE("MICRODATA_SEED=" + std::to_string(seed + i));
    test::Choices choices(seed + i);
    test::TableShape shape;
    shape.most_sensitive = 3;
    const Microdata data = test::random_table(choices, shape);
    FeasibleSettings asked;
    asked.l = choices.of(std::vector<double>{1, 1.5, 2, 3.3});
    const double distinct = choices.between(1, 6);
    const double k = choices.between(1, 60);
    const double alpha = choices.of(std::vector<double>{0.1, 0.5, 1});
    asked.privacy = {AlphaKAnonymity{alpha, k, std::nullopt},
                     LDiversity{distinct, LDiversity::Variant::distinct, 1}, KAnonymity{k}};
    const auto found = feasible_settings(asked, GivesWay::l, data.rows, attempt_on(data));
    ASSERT_TRUE(found);
    const Allowed allowed = allowed_by(data);
    EXPECT_GE(found->l, std::min(asked.l, allowed.l - 0.011));
    EXPECT_LE(found->l, allowed.l * (1 + 1e-9));
    EXPECT_EQ(std::get<LDiversity>(found->privacy[1]).l, std::min(distinct, allowed.distinct));
    EXPECT_EQ(std::get<KAnonymity>(found->privacy[2]).k, std::min<double>(k, data.rows));
    const auto& found_alpha = std::get<AlphaKAnonymity>(found->privacy[0]);
    EXPECT_EQ(found_alpha.k, std::min<double>(k, data.rows));
    EXPECT_GE(found_alpha.alpha * (1 + 1e-9), std::min(1 / allowed.l, 1.0));
    EXPECT_LE(found_alpha.alpha, std::max(alpha, 1 / allowed.l + 1e-4));
  }
}

TEST(FeasibleSettingsProperty, SuppressesWhatIsEnoughForLOrNothing) {
  const std::uint64_t seed = test::first_seed();
  int found_any = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    SCOPED_TRACE("MICRODATA_SEED=" + std::to_string(seed + i));
    test::Choices choices(seed + i);
    test::TableShape shape;
    shape.most_sensitive = 2;
    const Microdata data = test::random_table(choices, shape);
    FeasibleSettings asked;
    asked.l = choices.of(std::vector<double>{1.5, 2, 3});
    const Attempt attempt = attempt_on(data);
    const auto found = feasible_settings(asked, GivesWay::suppress, data.rows, attempt);
    if (!found) continue;
    ++found_any;
    EXPECT_EQ(found->l, asked.l);
    EXPECT_FALSE(attempt(*found));
    if (found->to_suppress == 0) continue;
    FeasibleSettings less = *found;
    less.suppress = (found->to_suppress - 0.5) / data.rows;
    EXPECT_TRUE(attempt(less));
  }
  EXPECT_GE(found_any, test::expected_of(100));
}

TEST(FeasibleSettingsProperty, BoundsAreMet) {
  using Variant = LDiversity::Variant;
  const std::vector<PrivacyModel> models = {
      KAnonymity{99},
      LDiversity{99, Variant::frequency, 1},
      LDiversity{99, Variant::entropy, 1},
      LDiversity{2, Variant::recursive, 1e-9},
      AlphaKAnonymity{1e-9, 1, std::nullopt},
      TCloseness{0, TCloseness::Distance::equal},
      DeltaDisclosure{0},
      BetaLikeness{0},
      RhoBreach{0, 1e-9},
      BeliefDistance{0, BeliefDistance::Distance::total_variation}};
  const std::uint64_t seed = test::first_seed();
  for (std::uint64_t i = 0; i < 400; ++i) {
    SCOPED_TRACE("MICRODATA_SEED=" + std::to_string(seed + i));
    test::Choices choices(seed + i);
    for (const PrivacyModel& model : models) {
      double reached = choices.real() * 5 + 1;
      if (choices.one_in(2)) reached = std::round(reached * 100) / 100;
      const std::optional<PrivacyModel> feasible = feasible_model(model, reached);
      ASSERT_TRUE(feasible);
      EXPECT_TRUE(meets(*feasible, reached)) << to_string(*feasible) << " " << reached;
    }
  }
}

}  // namespace
}  // namespace microdata
