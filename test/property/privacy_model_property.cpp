#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/privacy/distribution_distance.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/privacy/privacy_requirement.hpp"
#include "property/oracle.hpp"
#include "property/privacy_oracle.hpp"
#include "property/random_table.hpp"

namespace microdata {
namespace {

using oracle::Values;
using test::Choices;

constexpr double kTolerance = 1e-9;

// A table's sensitive attribute, once for the oracle and once for the models.
struct Prior {
  Values values;
  std::size_t domain = 1;
  oracle::Labels labels;
  SensitiveDistribution distribution{{1}};
};

std::string name_of(int value) {
  return "v" + std::to_string(value);
}

// Labels of the level above, numbered in the order in which they occur: some labels are put
// together, or none.
Values coarsened(Choices& choices, const Values& labels) {
  const int wanted = choices.between(1, static_cast<int>(labels.size()));
  std::map<int, int> parent_of_label;
  std::map<int, int> number_of_parent;
  Values result;
  for (const int label : labels) {
    const int parent = parent_of_label.try_emplace(label, choices.between(1, wanted)).first->second;
    const int next = static_cast<int>(number_of_parent.size());
    result.push_back(number_of_parent.try_emplace(parent, next).first->second);
  }
  return result;
}

oracle::Labels random_labels(Choices& choices, std::size_t domain) {
  oracle::Labels labels(1, Values(domain));
  std::iota(labels[0].begin(), labels[0].end(), 0);
  for (int between = choices.between(0, 3); between > 0; --between)
    labels.push_back(coarsened(choices, labels.back()));
  labels.emplace_back(domain, 0);
  return labels;
}

Hierarchy hierarchy_of(const oracle::Labels& labels) {
  Hierarchy hierarchy;
  for (const Values& level : labels) {
    hierarchy.label_of_code.emplace_back(level.begin(), level.end());
    hierarchy.labels.push_back(
        static_cast<std::uint32_t>(*std::max_element(level.begin(), level.end()) + 1));
  }
  return hierarchy;
}

// Some values of the domain may not occur.
Prior random_prior(Choices& choices) {
  Prior prior;
  prior.domain = static_cast<std::size_t>(choices.between(1, 8));
  const int last = static_cast<int>(prior.domain) - 1;
  const bool skewed = choices.one_in(2);
  for (int n = choices.between(1, 40); n > 0; --n)
    prior.values.push_back(choices.between(0, skewed ? choices.between(0, last) : last));
  std::vector<std::uint64_t> counts(prior.domain, 0);
  for (const int value : prior.values)
    ++counts[static_cast<std::size_t>(value)];
  prior.distribution = SensitiveDistribution(counts);
  prior.labels = random_labels(choices, prior.domain);
  prior.distribution.set_hierarchy(hierarchy_of(prior.labels));
  for (int value = 0; value <= last; ++value)
    prior.distribution.name_value(name_of(value), static_cast<Code>(value));
  return prior;
}

// All tuples in random order: any consecutive ones are a random group.
Values shuffled(Choices& choices, Values values) {
  for (std::size_t i = values.size(); i > 1; --i)
    std::swap(values[i - 1],
              values[static_cast<std::size_t>(choices.between(0, static_cast<int>(i) - 1))]);
  return values;
}

// The first of some tuples, at least one of them.
Values some_of(Choices& choices, const Values& values) {
  return {values.begin(), values.begin() + choices.between(1, static_cast<int>(values.size()))};
}

// In any order, with or without zeros.
std::vector<ValueCount> counts_of(Choices& choices, const Values& group, std::size_t domain) {
  Values codes(domain);
  std::iota(codes.begin(), codes.end(), 0);
  const bool zeros = choices.one_in(3);
  std::vector<ValueCount> counts;
  for (const int code : shuffled(choices, codes)) {
    const auto tuples = static_cast<std::uint32_t>(std::count(group.begin(), group.end(), code));
    if (tuples > 0 || zeros) counts.push_back({static_cast<Code>(code), tuples});
  }
  return counts;
}

// Bounds that groups of few tuples reach exactly, and others.
double random_share(Choices& choices) {
  if (choices.one_in(3)) return choices.real();
  const int whole = choices.between(1, 12);
  return static_cast<double>(choices.between(0, whole)) / whole;
}

PrivacyModel random_model(Choices& choices, std::size_t domain) {
  using Variant = LDiversity::Variant;
  using Ground = TCloseness::Distance;
  using Belief = BeliefDistance::Distance;
  const double l = choices.of(std::vector<double>{1, 1.5, 2, 2.5, 3, 4, 5});
  const double c = choices.of(std::vector<double>{0.5, 1, 1.5, 2, 3});
  const double k = choices.between(1, 8);
  switch (choices.between(0, 8)) {
    case 0:
      return KAnonymity{k};
    case 1:
    case 2:
      return LDiversity{l,
                        choices.of(std::vector<Variant>{Variant::frequency, Variant::distinct,
                                                        Variant::entropy, Variant::recursive}),
                        c};
    case 3: {
      AlphaKAnonymity model{random_share(choices), k, std::nullopt};
      if (choices.one_in(2))
        model.value = name_of(choices.between(0, static_cast<int>(domain) - 1));
      return model;
    }
    case 4:
    case 5:
      return TCloseness{
          random_share(choices) / 2,
          choices.of(std::vector<Ground>{Ground::equal, Ground::ordered, Ground::hierarchical})};
    case 6:
      return choices.one_in(2) ? PrivacyModel(DeltaDisclosure{2 * random_share(choices)})
                               : PrivacyModel(BetaLikeness{3 * random_share(choices)});
    case 7:
      return RhoBreach{random_share(choices), random_share(choices)};
    default:
      return BeliefDistance{
          random_share(choices) / 2,
          choices.of(std::vector<Belief>{Belief::total_variation, Belief::kullback_leibler,
                                         Belief::jensen_shannon})};
  }
}

oracle::GroundDistance ground_distance(const TCloseness& model, const Prior& prior) {
  switch (model.distance) {
    case TCloseness::Distance::ordered:
      return oracle::ordered_distance(prior.domain);
    case TCloseness::Distance::hierarchical:
      return oracle::hierarchical_distance(prior.labels);
    default:
      return oracle::equal_distance(prior.domain);
  }
}

int number_of(const std::string& name) {
  return std::stoi(name.substr(1));
}

// What the oracle says of a group.
struct Definition {
  const Values& group;
  const Prior& prior;

  double figure(const KAnonymity& /*model*/) const { return static_cast<double>(group.size()); }
  double figure(const LDiversity& model) const {
    switch (model.variant) {
      case LDiversity::Variant::distinct:
        return oracle::distinct_diversity(group);
      case LDiversity::Variant::entropy:
        return oracle::entropy_diversity(group);
      case LDiversity::Variant::recursive:
        return oracle::recursive_ratio(group, model.l);
      default:
        return oracle::frequency_diversity(group);
    }
  }
  double figure(const AlphaKAnonymity& model) const {
    return model.value ? oracle::share_of(group, number_of(*model.value))
                       : oracle::largest_share(group);
  }
  double figure(const TCloseness& model) const {
    return oracle::earth_movers_distance(group, prior.values, ground_distance(model, prior));
  }
  double figure(const DeltaDisclosure& /*model*/) const {
    return oracle::disclosure(group, prior.values);
  }
  double figure(const BetaLikeness& /*model*/) const {
    return oracle::relative_gain(group, prior.values);
  }
  double figure(const RhoBreach& model) const {
    return oracle::posterior_of_unlikely(group, prior.values, model.rho1);
  }
  double figure(const BeliefDistance& model) const {
    switch (model.distance) {
      case BeliefDistance::Distance::kullback_leibler:
        return oracle::kullback_leibler(group, prior.values);
      case BeliefDistance::Distance::jensen_shannon:
        return oracle::jensen_shannon(group, prior.values);
      default:
        return oracle::total_variation(group, prior.values);
    }
  }

  bool holds(const KAnonymity& model) const { return static_cast<double>(group.size()) >= model.k; }
  bool holds(const LDiversity& model) const {
    switch (model.variant) {
      case LDiversity::Variant::distinct:
        return oracle::distinct_l_diverse(group, model.l);
      case LDiversity::Variant::entropy:
        return oracle::entropy_l_diverse(group, model.l);
      case LDiversity::Variant::recursive:
        return oracle::recursive_l_diverse(group, model.c, model.l);
      default:
        return oracle::frequency_l_diverse(group, model.l);
    }
  }
  bool holds(const AlphaKAnonymity& model) const {
    return model.value
               ? oracle::alpha_k_anonymous(group, model.alpha, model.k, number_of(*model.value))
               : oracle::alpha_k_anonymous(group, model.alpha, model.k);
  }
  bool holds(const TCloseness& model) const {
    return oracle::t_close(group, prior.values, ground_distance(model, prior), model.t);
  }
  bool holds(const DeltaDisclosure& model) const {
    return oracle::delta_disclosure_private(group, prior.values, model.delta);
  }
  bool holds(const BetaLikeness& model) const {
    return oracle::beta_like(group, prior.values, model.beta);
  }
  bool holds(const RhoBreach& model) const {
    return !oracle::breached(group, prior.values, model.rho1, model.rho2);
  }
  bool holds(const BeliefDistance& model) const { return figure(model) <= model.b + kTolerance; }
};

double defined_figure(const PrivacyModel& model, const Values& group, const Prior& prior) {
  return std::visit([&](const auto& m) { return Definition{group, prior}.figure(m); }, model);
}

bool defined_to_hold(const PrivacyModel& model, const Values& group, const Prior& prior) {
  return std::visit([&](const auto& m) { return Definition{group, prior}.holds(m); }, model);
}

// The same model with another bound.
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

// The bound itself does not satisfy the model.
bool is_strict(const PrivacyModel& model) {
  return std::holds_alternative<DeltaDisclosure>(model) || is_recursive(model);
}

// Larger figures are better.
bool is_at_least(const PrivacyModel& model) {
  return std::holds_alternative<KAnonymity>(model) ||
         (std::holds_alternative<LDiversity>(model) && !is_recursive(model));
}

// A bound that lets a little more through, or a little less.
double looser(const PrivacyModel& model, double bound, double by) {
  return is_at_least(model) ? bound - by : bound + by;
}

// The tightest bound, or nearly, that a figure meets.
PrivacyModel just_met(const PrivacyModel& model, double figure) {
  return with_bound(model, is_strict(model) ? looser(model, figure, 1e-6) : figure);
}

// k asks for tuples beside what alpha asks for.
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

// Runs a property on random cases until one fails.
template <typename Property>
void for_cases(int cases, const Property& property) {
  for (int i = 0; i < cases; ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const Prior prior = random_prior(choices);
    property(choices, prior, shuffled(choices, prior.values));
    if (testing::Test::HasFailure()) break;
  }
}

TEST(PrivacyModelProperty, FiguresAreThoseOfTheDefinitions) {
  for_cases(20000, [](Choices& choices, const Prior& prior, const Values& tuples) {
    const Values group = some_of(choices, tuples);
    const PrivacyModel model = random_model(choices, prior.domain);
    SCOPED_TRACE(to_string(model) + " of " + describe(group) + "in " + describe(prior.values));
    const double expected = defined_figure(model, group, prior);
    const double figure = model_figure(choices, model, group, prior);
    if (std::isinf(expected)) {
      EXPECT_EQ(figure, expected);
    } else {
      EXPECT_NEAR(figure, expected, kTolerance);
    }
  });
}

TEST(PrivacyModelProperty, HoldWhereTheDefinitionsSay) {
  for_cases(20000, [](Choices& choices, const Prior& prior, const Values& tuples) {
    const Values group = some_of(choices, tuples);
    const PrivacyModel model = random_model(choices, prior.domain);
    SCOPED_TRACE(to_string(model) + " of " + describe(group) + "in " + describe(prior.values));
    EXPECT_EQ(model_holds(choices, model, group, prior), defined_to_hold(model, group, prior));
  });
}

// A figure meets itself as a bound, but where less is asked for; a hair's breadth decides.
TEST(PrivacyModelProperty, BoundsAreMetExactly) {
  for_cases(20000, [](Choices& choices, const Prior& prior, const Values& tuples) {
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

// The bound that both groups just meet, the union meets too.
TEST(PrivacyModelProperty, HoldInUnions) {
  int tried = 0;
  for_cases(20000, [&](Choices& choices, const Prior& prior, const Values& tuples) {
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
  EXPECT_GT(tried, 10000);
}

TEST(PrivacyModelProperty, TheWorseFigureDecides) {
  for_cases(5000, [](Choices& choices, const Prior& prior, const Values& tuples) {
    const PrivacyModel model = random_model(choices, prior.domain);
    SCOPED_TRACE(to_string(model));
    const double a = model_figure(choices, model, some_of(choices, tuples), prior);
    const double b = model_figure(choices, model, some_of(choices, tuples), prior);
    EXPECT_EQ(meets(model, worse(model, a, b)), meets(model, a) && meets(model, b));
    EXPECT_EQ(worse(model, a, b), worse(model, b, a));
  });
}

// Every kind of model, with parameters for which it says something.
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
  for_cases(20000, [](Choices& choices, const Prior& prior, const Values& tuples) {
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

// Those that do not say so have supersets in which they do not hold: many, where the group just
// meets the bound.
TEST(PrivacyModelProperty, FailInSomeSupersetWhereTheySaySo) {
  const std::vector<PrivacyModel> models = telling_models();
  std::vector<int> lost(models.size(), 0);
  for_cases(2000, [&](Choices& choices, const Prior& prior, const Values& tuples) {
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
    EXPECT_EQ(holds_in_supersets(models[m]), lost[m] == 0);
    EXPECT_TRUE(lost[m] == 0 || lost[m] > 20);
  }
}

TEST(PrivacyModelProperty, GroupsHaveTheFewestTuplesAtLeast) {
  for_cases(20000, [](Choices& choices, const Prior& prior, const Values& tuples) {
    const PrivacyModel model = random_model(choices, prior.domain);
    const Values group = some_of(choices, tuples);
    SCOPED_TRACE(to_string(model) + " of " + describe(group));
    if (model_holds(choices, model, group, prior)) {
      EXPECT_GE(static_cast<double>(group.size()), fewest_tuples(model));
    }
  });
}

// With as many values as it takes, each once, a group of the fewest tuples is enough for the models
// that do not look at the table.
TEST(PrivacyModelProperty, TheFewestTuplesAreEnough) {
  using Variant = LDiversity::Variant;
  for_cases(1000, [](Choices& choices, const Prior& /*prior*/, const Values& /*tuples*/) {
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

// Distances lie between 0, which the table's own distribution has, and their largest value.
TEST(PrivacyModelProperty, DistancesAreWithinTheirRange) {
  for_cases(5000, [](Choices& choices, const Prior& prior, const Values& tuples) {
    const auto present = [&](const Values& values) {
      std::vector<ValueCount> counts = counts_of(choices, values, prior.domain);
      std::erase_if(counts, [](const ValueCount& count) { return count.tuples == 0; });
      return counts;
    };
    const std::vector<ValueCount> all = present(tuples);
    const std::vector<ValueCount> some = present(some_of(choices, tuples));
    const auto check = [&](const auto& distance, double largest) {
      EXPECT_NEAR(distance(all, prior.distribution), 0, kTolerance);
      EXPECT_GE(distance(some, prior.distribution), 0);
      EXPECT_LE(distance(some, prior.distribution), largest + kTolerance);
    };
    check(total_variation, 1);
    check(ordered_distance, 1);
    check(hierarchical_distance, 1);
    check(kullback_leibler, std::numeric_limits<double>::infinity());
    check(jensen_shannon, std::log(2));
  });
}

// |log(a / n : b / m)| from one division, which rounds once, of whole numbers.
double exact_disclosure(std::uint32_t a, std::uint32_t n, std::uint32_t b, std::uint32_t m) {
  return std::abs(std::log(static_cast<double>(a * m) / (b * n)));
}

// Delta is a strict bound: however shares round, a group that reaches it is one that fails. All
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

// A sensitive attribute of a table, with a hierarchy and its values named.
Prior prepare_attribute(Choices& choices, Microdata& data, std::size_t attribute) {
  Attribute& described = data.attributes[attribute];
  Prior prior;
  prior.values.assign(data.columns[attribute].begin(), data.columns[attribute].end());
  prior.domain = described.distinct;
  prior.labels = random_labels(choices, prior.domain);
  described.hierarchy = hierarchy_of(prior.labels);
  for (Code value = 0; value < described.distinct; ++value)
    described.named_values[name_of(static_cast<int>(value))] = value;
  return prior;
}

std::vector<PrivacyModel> random_models(Choices& choices, std::size_t domain) {
  std::vector<PrivacyModel> models;
  for (int n = choices.between(0, 3); n > 0; --n)
    models.push_back(random_model(choices, domain));
  return models;
}

std::optional<std::string> first_violated(const std::vector<PrivacyModel>& models,
                                          const Values& group, const Prior& prior) {
  for (const PrivacyModel& model : models) {
    if (!defined_to_hold(model, group, prior)) return to_string(model);
  }
  return std::nullopt;
}

// A requirement holds where all its models do, and names the first that does not.
TEST(PrivacyRequirementProperty, AsksForAllModels) {
  for (int i = 0; i < 3000; ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    Microdata data = test::random_table(choices, {.most_sensitive = 2});
    const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
    std::vector<Prior> priors;
    std::size_t smallest = std::numeric_limits<std::size_t>::max();
    for (const std::size_t attribute : sensitive) {
      priors.push_back(prepare_attribute(choices, data, attribute));
      smallest = std::min(smallest, priors.back().domain);
    }
    // Values that all sensitive attributes have.
    const std::vector<PrivacyModel> models = random_models(choices, smallest);
    const PrivacyRequirement requirement(data, sensitive, models, {});
    EXPECT_EQ(requirement.empty(), models.empty());
    EXPECT_EQ(requirement.holds_in_supersets(),
              std::all_of(models.begin(), models.end(), holds_in_supersets));
    std::vector<Row> rows;
    for (Row row = 0; row < data.rows; ++row) {
      if (rows.empty() || choices.one_in(2)) rows.push_back(row);
    }
    for (std::size_t j = 0; j < sensitive.size(); ++j) {
      Values group;
      for (const Row row : rows)
        group.push_back(priors[j].values[row]);
      const std::optional<std::string> first = first_violated(models, group, priors[j]);
      const std::vector<ValueCount> counts = count_values(data, sensitive[j], rows, {});
      const std::optional<PrivacyModel> violated = requirement.violated(j, counts);
      EXPECT_EQ(requirement.holds(j, counts), !first);
      EXPECT_EQ(violated ? to_string(*violated) : "", first.value_or(""));
      EXPECT_TRUE(first || rows.size() >= requirement.fewest());
    }
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace microdata
