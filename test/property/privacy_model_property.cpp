#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/privacy/distribution_distance.hpp"
#include "core/privacy/privacy_model.hpp"
#include "property/privacy_choices.hpp"
#include "property/privacy_definition.hpp"

namespace microdata {
namespace {

using oracle::Values;
using test::Choices;
using test::counts_of;
using test::defined_figure;
using test::defined_to_hold;
using test::name_of;
using test::Prior;
using test::random_model;
using test::random_share;
using test::some_of;

constexpr double tolerance = 1e-9;

// A visitor that sets a model's bound.
struct SetBound {
  double bound;

  void operator()(KAnonymity& model) const { model.k = bound; }
  void operator()(LDiversity& model) const {
    (model.variant == LDiversity::Variant::recursive ? model.c : model.l) = bound;
  }
  void operator()(AlphaKAnonymity& model) const { model.alpha = bound; }
  void operator()(TCloseness& model) const { model.t = bound; }
  void operator()(DeltaDisclosure& model) const { model.delta = bound; }
  void operator()(BetaLikeness& model) const { model.beta = bound; }
  void operator()(RhoBreach& model) const { model.rho2 = bound; }
  void operator()(BeliefDistance& model) const { model.b = bound; }
};

PrivacyModel with_bound(PrivacyModel model, double bound) {
  std::visit(SetBound{bound}, model);
  return model;
}

bool is_recursive(const PrivacyModel& model) {
  const auto* diversity = std::get_if<LDiversity>(&model);
  return diversity != nullptr && diversity->variant == LDiversity::Variant::recursive;
}

// Returns true if a figure equal to the bound violates the model.
bool is_strict(const PrivacyModel& model) {
  return std::holds_alternative<DeltaDisclosure>(model) || is_recursive(model);
}

// Returns true if larger figures are better.
bool is_at_least(const PrivacyModel& model) {
  return std::holds_alternative<KAnonymity>(model) ||
         (std::holds_alternative<LDiversity>(model) && !is_recursive(model));
}

// Returns a bound that is looser by `by`; tighter if `by` is negative.
double looser(const PrivacyModel& model, double bound, double by) {
  return is_at_least(model) ? bound - by : bound + by;
}

// Returns the model with the tightest bound, approximately, that a figure satisfies.
PrivacyModel just_met(const PrivacyModel& model, double figure) {
  return with_bound(model, is_strict(model) ? looser(model, figure, 1e-6) : figure);
}

// Returns the model without the number of tuples that k requires in addition to alpha.
PrivacyModel without_k(PrivacyModel model) {
  if (auto* alpha_k = std::get_if<AlphaKAnonymity>(&model)) alpha_k->k = 1;
  return model;
}

bool model_holds(Choices& choices, const PrivacyModel& model, const Values& group,
                 const Prior& prior) {
  return holds(model, counts_of(choices, group, prior.domain), prior.distribution);
}

double model_figure(Choices& choices, const PrivacyModel& model, const Values& group,
                    const Prior& prior) {
  return achieved(model, counts_of(choices, group, prior.domain), prior.distribution);
}

std::string describe(const Values& values) {
  std::string text;
  for (const int value : values)
    text += std::to_string(value) + ' ';
  return text;
}

// Runs a property on random tables and their tuples in random order.
template <typename Property>
void for_tables(int cases, const Property& property) {
  test::for_cases(cases, [&](Choices& choices, std::uint64_t /*seed*/) {
    const Prior prior = test::random_prior(choices);
    property(choices, prior, test::shuffled(choices, prior.values));
  });
}

TEST(PrivacyModelProperty, FiguresAreThoseOfTheDefinitions) {
  for_tables(20000, [](Choices& choices, const Prior& prior, const Values& tuples) {
    const Values group = some_of(choices, tuples);
    const PrivacyModel model = random_model(choices, prior.domain);
    SCOPED_TRACE(to_string(model) + " of " + describe(group) + "in " + describe(prior.values));
    const double expected = defined_figure(model, group, prior);
    const double figure = model_figure(choices, model, group, prior);
    if (std::isinf(expected)) {
      EXPECT_EQ(figure, expected);
    } else {
      EXPECT_NEAR(figure, expected, tolerance);
    }
  });
}

TEST(PrivacyModelProperty, HoldWhereTheDefinitionsSay) {
  for_tables(20000, [](Choices& choices, const Prior& prior, const Values& tuples) {
    const Values group = some_of(choices, tuples);
    const PrivacyModel model = random_model(choices, prior.domain);
    SCOPED_TRACE(to_string(model) + " of " + describe(group) + "in " + describe(prior.values));
    EXPECT_EQ(model_holds(choices, model, group, prior), defined_to_hold(model, group, prior));
  });
}

// A figure satisfies itself as a bound, except for strict models; a minimal difference decides.
TEST(PrivacyModelProperty, BoundsAreMetExactly) {
  for_tables(20000, [](Choices& choices, const Prior& prior, const Values& tuples) {
    const Values group = some_of(choices, tuples);
    const PrivacyModel model = without_k(random_model(choices, prior.domain));
    const double figure = model_figure(choices, model, group, prior);
    if (std::isinf(figure)) {
      EXPECT_FALSE(model_holds(choices, model, group, prior));
      return;
    }
    SCOPED_TRACE(to_string(with_bound(model, figure)) + " of " + describe(group) + "in " +
                 describe(prior.values));
    const auto holds_with = [&](double bound) {
      return model_holds(choices, with_bound(model, bound), group, prior);
    };
    EXPECT_EQ(bound(with_bound(model, figure)), figure);
    EXPECT_EQ(holds_with(figure), !is_strict(model));
    EXPECT_EQ(holds_with(defined_figure(model, group, prior)), !is_strict(model));
    EXPECT_TRUE(holds_with(looser(model, figure, 1e-6)));
    EXPECT_FALSE(holds_with(looser(model, figure, -1e-6)));
  });
}

// If both groups just satisfy a bound, the union satisfies it.
TEST(PrivacyModelProperty, HoldInUnions) {
  int tried = 0;
  for_tables(20000, [&](Choices& choices, const Prior& prior, const Values& tuples) {
    const Values both = some_of(choices, tuples);
    if (both.size() < 2) return;
    const auto cut = both.begin() + choices.between(1, static_cast<int>(both.size()) - 1);
    const Values a(both.begin(), cut);
    const Values b(cut, both.end());
    PrivacyModel model = random_model(choices, prior.domain);
    const double reached = worse(model, model_figure(choices, model, a, prior),
                                 model_figure(choices, model, b, prior));
    if (!std::isinf(reached)) model = just_met(model, reached);
    SCOPED_TRACE(to_string(model) + " of " + describe(a) + "and " + describe(b) + "in " +
                 describe(prior.values));
    if (!model_holds(choices, model, a, prior) || !model_holds(choices, model, b, prior)) return;
    EXPECT_TRUE(model_holds(choices, model, both, prior));
    ++tried;
  });
  EXPECT_GT(tried, test::expected_of(10000));
}

TEST(PrivacyModelProperty, TheWorseFigureDecides) {
  for_tables(5000, [](Choices& choices, const Prior& prior, const Values& tuples) {
    const PrivacyModel model = random_model(choices, prior.domain);
    SCOPED_TRACE(to_string(model));
    const double a = model_figure(choices, model, some_of(choices, tuples), prior);
    const double b = model_figure(choices, model, some_of(choices, tuples), prior);
    EXPECT_EQ(meets(model, worse(model, a, b)), meets(model, a) && meets(model, b));
    EXPECT_EQ(worse(model, a, b), worse(model, b, a));
  });
}

// Returns every kind of model, with parameters that are not trivial.
std::vector<PrivacyModel> telling_models() {
  using Variant = LDiversity::Variant;
  return {KAnonymity{3},
          LDiversity{2, Variant::frequency, 1},
          LDiversity{2, Variant::distinct, 1},
          LDiversity{2, Variant::entropy, 1},
          LDiversity{2, Variant::recursive, 2},
          AlphaKAnonymity{0.5, 2, std::nullopt},
          AlphaKAnonymity{0.5, 2, name_of(0)},
          TCloseness{0.3, TCloseness::Distance::equal},
          TCloseness{0.3, TCloseness::Distance::ordered},
          TCloseness{0.3, TCloseness::Distance::hierarchical},
          DeltaDisclosure{1},
          BetaLikeness{1},
          RhoBreach{0.3, 0.5},
          BeliefDistance{0.2, BeliefDistance::Distance::total_variation},
          BeliefDistance{0.2, BeliefDistance::Distance::kullback_leibler},
          BeliefDistance{0.05, BeliefDistance::Distance::jensen_shannon}};
}

TEST(PrivacyModelProperty, HoldInSupersetsWhereTheySaySo) {
  for_tables(20000, [](Choices& choices, const Prior& prior, const Values& tuples) {
    const PrivacyModel model = random_model(choices, prior.domain);
    if (!holds_in_supersets(model)) return;
    const Values superset = some_of(choices, tuples);
    const Values group = some_of(choices, superset);
    SCOPED_TRACE(to_string(model) + " of " + describe(group) + "in " + describe(superset));
    if (model_holds(choices, model, group, prior)) {
      EXPECT_TRUE(model_holds(choices, model, superset, prior));
    }
  });
}

// Models that do not guarantee to hold in supersets have supersets in which they fail. Such
// supersets are frequent if the group just satisfies the bound.
TEST(PrivacyModelProperty, FailInSomeSupersetWhereTheySaySo) {
  const std::vector<PrivacyModel> models = telling_models();
  std::vector<int> lost(models.size(), 0);
  for_tables(2000, [&](Choices& choices, const Prior& prior, const Values& tuples) {
    const Values superset = some_of(choices, tuples);
    const Values group = some_of(choices, superset);
    for (std::size_t m = 0; m < models.size(); ++m) {
      const PrivacyModel model =
          just_met(models[m], model_figure(choices, models[m], group, prior));
      if (model_holds(choices, model, group, prior) &&
          !model_holds(choices, model, superset, prior))
        ++lost[m];
    }
  });
  for (std::size_t m = 0; m < models.size(); ++m) {
    SCOPED_TRACE(to_string(models[m]) + " lost " + std::to_string(lost[m]) + " times");
    if (holds_in_supersets(models[m])) {
      EXPECT_EQ(lost[m], 0);
    } else {
      EXPECT_GE(lost[m], test::expected_of(21));
    }
  }
}

TEST(PrivacyModelProperty, GroupsHaveTheFewestTuplesAtLeast) {
  for_tables(20000, [](Choices& choices, const Prior& prior, const Values& tuples) {
    const PrivacyModel model = random_model(choices, prior.domain);
    const Values group = some_of(choices, tuples);
    SCOPED_TRACE(to_string(model) + " of " + describe(group));
    if (model_holds(choices, model, group, prior)) {
      EXPECT_GE(static_cast<double>(group.size()), fewest_tuples(model));
    }
  });
}

// A group of the fewest tuples, with enough distinct values, satisfies the models that do not
// depend on the table.
TEST(PrivacyModelProperty, TheFewestTuplesAreEnough) {
  using Variant = LDiversity::Variant;
  for_tables(1000, [](Choices& choices, const Prior& /*prior*/, const Values& /*tuples*/) {
    const double l = 1 + 4 * random_share(choices);
    const std::vector<PrivacyModel> models = {
        KAnonymity{l}, LDiversity{l, Variant::frequency, 1}, LDiversity{l, Variant::distinct, 1},
        LDiversity{l, Variant::entropy, 1}, AlphaKAnonymity{1 / l, 2, std::nullopt}};
    for (const PrivacyModel& model : models) {
      SCOPED_TRACE(to_string(model));
      const auto fewest = static_cast<std::size_t>(std::ceil(fewest_tuples(model)));
      std::vector<ValueCount> group;
      for (Code value = 0; value < fewest; ++value)
        group.push_back({value, 1});
      const SensitiveDistribution table(std::vector<std::uint64_t>(fewest, 1));
      EXPECT_TRUE(holds(model, group, table));
    }
  });
}

// Distances are between 0, which the table's own distribution has, and their maximum.
TEST(PrivacyModelProperty, DistancesAreWithinTheirRange) {
  for_tables(5000, [](Choices& choices, const Prior& prior, const Values& tuples) {
    const auto present = [&](const Values& values) {
      std::vector<ValueCount> counts = counts_of(choices, values, prior.domain);
      std::erase_if(counts, [](const ValueCount& count) { return count.tuples == 0; });
      return counts;
    };
    const std::vector<ValueCount> all = present(tuples);
    const std::vector<ValueCount> some = present(some_of(choices, tuples));
    const auto check = [&](const auto& distance, double largest) {
      EXPECT_NEAR(distance(all, prior.distribution), 0, tolerance);
      EXPECT_GE(distance(some, prior.distribution), 0);
      EXPECT_LE(distance(some, prior.distribution), largest + tolerance);
    };
    check(total_variation, 1);
    check(ordered_distance, 1);
    check(hierarchical_distance, 1);
    check(kullback_leibler, std::numeric_limits<double>::infinity());
    check(jensen_shannon, std::log(2));
  });
}

// Returns |log(a / n : b / m)| from one division of whole numbers, which rounds once.
double exact_disclosure(std::uint32_t a, std::uint32_t n, std::uint32_t b, std::uint32_t m) {
  return std::abs(std::log(static_cast<double>(a * m) / (b * n)));
}

// Delta is a strict bound: a group that reaches it fails, however shares round. The test covers all
// groups of all tables of two values and up to 24 tuples.
TEST(PrivacyModelProperty, DeltaItselfIsTooMuch) {
  for (std::uint32_t m = 2; m <= 24; ++m) {
    for (std::uint32_t b = 1; b < m; ++b) {
      const SensitiveDistribution table({b, m - b});
      for (std::uint32_t a = 1; a <= b; ++a) {
        for (std::uint32_t rest = 1; rest <= m - b; ++rest) {
          const std::uint32_t n = a + rest;
          const double delta =
              std::max(exact_disclosure(a, n, b, m), exact_disclosure(rest, n, m - b, m));
          const std::vector<ValueCount> group = {{0, a}, {1, rest}};
          ASSERT_FALSE(holds(DeltaDisclosure{delta}, group, table))
              << a << " of " << n << " in " << b << " of " << m;
          ASSERT_TRUE(holds(DeltaDisclosure{delta + 1e-9}, group, table))
              << a << " of " << n << " in " << b << " of " << m;
        }
      }
    }
  }
}

}  // namespace
}  // namespace microdata
