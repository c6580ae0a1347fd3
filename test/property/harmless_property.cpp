#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <variant>

#include "core/generalization/generalization.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/privacy/set_privacy.hpp"
#include "core/slicing/slicing.hpp"
#include "property/bucketization_choices.hpp"
#include "property/oracle.hpp"
#include "property/privacy_oracle.hpp"
#include "property/subject_choices.hpp"

// Tests of releases with harmless values, on which no bound is set, against their definition.

namespace microdata {
namespace {

using test::Choices;

constexpr double tolerance = 1e-9;

// Makes some values of the sensitive attributes harmless.
void choose_harmless(Choices& choices, Microdata& data) {
  for (Attribute& attribute : data.attributes) {
    attribute.harmless.clear();
    if (attribute.role != Role::sensitive || choices.one_in(5)) continue;
    for (Code code = 0; code < attribute.distinct; ++code)
      attribute.harmless.push_back(choices.one_in(3) ? 1 : 0);
    // Readers of tables leave the list empty if no value is harmless.
    if (std::count(attribute.harmless.begin(), attribute.harmless.end(), 1) == 0)
      attribute.harmless.clear();
  }
}

// Sensitive values of a group of persons, one or several each, and of the table.
struct Judged {
  std::vector<std::set<Code>> group;
  std::vector<std::set<Code>> table;
  std::function<bool(Code)> is_harmless;

  static double share(const std::vector<std::set<Code>>& persons, Code value) {
    const auto with = std::count_if(persons.begin(), persons.end(),
                                    [&](const auto& values) { return values.count(value) > 0; });
    return static_cast<double>(with) / static_cast<double>(persons.size());
  }

  // Returns the values of the group that are not harmless, once for every person that has them.
  oracle::Values secrets() const {
    oracle::Values values;
    for (const std::set<Code>& person : group) {
      for (const Code value : person) {
        if (!is_harmless(value)) values.push_back(static_cast<oracle::Value>(value));
      }
    }
    return values;
  }

  template <typename Predicate>
  bool for_all_secrets(const Predicate& holds) const {
    std::set<Code> values;
    for (const std::set<Code>& person : table)
      values.insert(person.begin(), person.end());
    return std::all_of(values.begin(), values.end(), [&](Code value) {
      return is_harmless(value) || holds(share(group, value), share(table, value));
    });
  }

  bool operator()(const KAnonymity& m) const { return static_cast<double>(group.size()) >= m.k; }
  bool operator()(const LDiversity& m) const {
    const oracle::Values values = secrets();
    if (values.empty()) return true;
    // Models by values need l persons.
    if (static_cast<double>(group.size()) < m.l) return false;
    switch (m.variant) {
      case LDiversity::Variant::frequency:
        return for_all_secrets([&](double p, double) { return p * m.l <= 1 + tolerance; });
      case LDiversity::Variant::distinct:
        return oracle::distinct_l_diverse(values, m.l);
      case LDiversity::Variant::entropy:
        return oracle::entropy_l_diverse(values, m.l);
      case LDiversity::Variant::recursive:
        return oracle::recursive_l_diverse(values, m.c, m.l);
    }
    return false;
  }
  bool operator()(const AlphaKAnonymity& m) const {
    return static_cast<double>(group.size()) >= m.k &&
           for_all_secrets([&](double p, double) { return p <= m.alpha + tolerance; });
  }
  bool operator()(const DeltaDisclosure& m) const {
    return for_all_secrets(
        [&](double p, double q) { return p > 0 && std::abs(std::log(p / q)) < m.delta; });
  }
  bool operator()(const BetaLikeness& m) const {
    return for_all_secrets([&](double p, double q) { return (p - q) / q <= m.beta + tolerance; });
  }
  bool operator()(const RhoBreach& m) const {
    return for_all_secrets(
        [&](double p, double q) { return q > m.rho1 || p <= m.rho2 + tolerance; });
  }
  // Harmless values have no part in the other models.
  bool operator()(const TCloseness& /*model*/) const { return false; }
  bool operator()(const BeliefDistance& /*model*/) const { return false; }
};

// Returns a model whose bound rounding cannot affect.
PrivacyModel model_beside_harmless(Choices& choices) {
  using Variant = LDiversity::Variant;
  const auto a_little = [&](double number) { return number + 1e-4 * choices.real(); };
  switch (choices.between(0, 7)) {
    case 0:
      return KAnonymity{static_cast<double>(choices.between(1, 6))};
    case 1:
    case 2:
      return LDiversity{
          choices.of(std::vector<double>{1, 1.37, 2.21, 3}),
          choices.of(std::vector<Variant>{Variant::frequency, Variant::distinct, Variant::entropy}),
          1};
    case 3:
      return LDiversity{choices.of(std::vector<double>{1, 2, 3}), Variant::recursive,
                        choices.of(std::vector<double>{0.51, 1.03, 2.07})};
    case 4:
      return AlphaKAnonymity{a_little(0.2 + 0.6 * choices.real()), 2, {}};
    case 5:
      return DeltaDisclosure{a_little(3 * choices.real())};
    case 6:
      return BetaLikeness{a_little(3 * choices.real())};
    default:
      return RhoBreach{a_little(0.5 * choices.real()), a_little(0.2 + 0.6 * choices.real())};
  }
}

Judged judged_rows(const Microdata& data, std::size_t attribute, std::span<const Row> rows) {
  Judged judged;
  for (const Row row : rows)
    judged.group.push_back({data.columns[attribute][row]});
  for (const Code value : data.columns[attribute])
    judged.table.push_back({value});
  judged.is_harmless = [&, attribute](Code value) {
    return data.attributes[attribute].is_harmless(value);
  };
  return judged;
}

// Returns true if a group of rows meets l and the models for every sensitive attribute.
bool defined_to_hold(const Microdata& data, std::span<const Row> rows, double l,
                     std::vector<PrivacyModel> models) {
  models.emplace_back(LDiversity{l});
  for (const std::size_t attribute : attributes_with_role(data, Role::sensitive)) {
    const Judged judged = judged_rows(data, attribute, rows);
    for (const PrivacyModel& model : models) {
      if (!std::visit(judged, model)) return false;
    }
  }
  return true;
}

std::vector<PrivacyModel> random_models(Choices& choices) {
  std::vector<PrivacyModel> models;
  while (choices.one_in(3))
    models.push_back(model_beside_harmless(choices));
  return models;
}

// Expects that the evidence is a value with a bound, on a table that fails as a whole.
void expect_evidence(const Microdata& data, const Infeasible& infeasible, double l,
                     const std::vector<PrivacyModel>& models) {
  EXPECT_FALSE(defined_to_hold(data, test::all_rows(data), l, models));
  if (infeasible.reason != Infeasible::Reason::share) return;
  EXPECT_FALSE(data.attributes[infeasible.attribute].is_harmless(infeasible.code));
  EXPECT_GT(infeasible.count * l, infeasible.total);
}

TEST(HarmlessProperty, ModelsOfRowsAndOfSetsJudgeTheOtherValues) {
  int held = 0;
  int harmless_alone = 0;
  test::for_cases(20000, [&](Choices& choices, std::uint64_t) {
    const Code domain = static_cast<Code>(choices.between(1, 6));
    const bool sets = choices.one_in(2);
    Judged judged;
    Attribute attribute;
    attribute.distinct = domain;
    for (Code code = 0; code < domain; ++code)
      attribute.harmless.push_back(choices.one_in(3) ? 1 : 0);
    judged.is_harmless = [&](Code value) { return attribute.is_harmless(value); };
    for (int n = choices.between(1, 20); n > 0; --n) {
      std::set<Code>& person = judged.table.emplace_back();
      do {
        person.insert(static_cast<Code>(choices.between(0, static_cast<int>(domain) - 1)));
      } while (sets && choices.one_in(2));
    }
    judged.group.assign(
        judged.table.begin(),
        judged.table.begin() + choices.between(1, static_cast<int>(judged.table.size())));
    std::vector<std::uint64_t> of_table(domain);
    std::vector<ValueCount> group;
    for (Code code = 0; code < domain; ++code) {
      const auto with = [&](const auto& persons) {
        return std::count_if(persons.begin(), persons.end(),
                             [&](const std::set<Code>& person) { return person.count(code) > 0; });
      };
      of_table[code] = static_cast<std::uint64_t>(with(judged.table));
      if (const auto persons = with(judged.group); persons > 0 || choices.one_in(2))
        group.push_back({code, static_cast<std::uint32_t>(persons)});
    }
    const PrivacyModel model = model_beside_harmless(choices);
    const bool expected = std::visit(judged, model);
    bool found = false;
    if (sets) {
      const auto persons = static_cast<std::uint32_t>(judged.group.size());
      found = holds(
          model, group, persons,
          set_distribution(attribute, of_table, static_cast<std::uint32_t>(judged.table.size())));
    } else {
      SensitiveDistribution table(of_table);
      table.set_harmless(attribute.harmless);
      found = holds(model, group, table);
    }
    EXPECT_EQ(found, expected) << to_string(model);
    held += expected ? 1 : 0;
    harmless_alone += judged.secrets().empty() ? 1 : 0;
  });
  EXPECT_GT(held, test::expected_of(4000));
  EXPECT_GT(harmless_alone, test::expected_of(1000));
}

TEST(HarmlessProperty, BucketsHoldForTheOtherValues) {
  int released = 0;
  int only_by_harmless = 0;
  test::for_cases(4000, [&](Choices& choices, std::uint64_t seed) {
    Microdata data = test::random_table(choices, {.most_rows = choices.one_in(10) ? 300 : 24,
                                                  .most_values = choices.one_in(4) ? 20 : 4,
                                                  .most_sensitive = choices.one_in(2) ? 3 : 1});
    choose_harmless(choices, data);
    BucketizationOptions options = test::random_options(choices);
    options.suppress = choices.one_in(3) ? choices.real() : 0;
    options.privacy = random_models(choices);
    if (options.cuts == Cuts::oblivious) options.suppress = 0;
    Random random = Random::seeded(seed);
    try {
      const Bucketization release = bucketize(data, options, random, {});
      ++released;
      EXPECT_EQ(release.buckets.rows.size() + release.suppressed, data.rows);
      for (std::size_t b = 0; b < release.buckets.buckets(); ++b) {
        EXPECT_TRUE(defined_to_hold(data, release.buckets.bucket(b), options.l, options.privacy));
      }
      for (Attribute& attribute : data.attributes)
        attribute.harmless.clear();
      if (release.suppressed == 0 &&
          !defined_to_hold(data, test::all_rows(data), options.l, options.privacy)) {
        ++only_by_harmless;
      }
    } catch (const Infeasible& infeasible) {
      if (options.suppress == 0) expect_evidence(data, infeasible, options.l, options.privacy);
    }
  });
  EXPECT_GT(released, test::expected_of(1000));
  EXPECT_GT(only_by_harmless, test::expected_of(100));
}

TEST(HarmlessProperty, SuppressesAsFewRowsAsCanBe) {
  int suppressed = 0;
  test::for_cases(1500, [&](Choices& choices, std::uint64_t seed) {
    Microdata data =
        test::random_table(choices, {.most_rows = 9, .most_sensitive = choices.one_in(3) ? 2 : 1});
    choose_harmless(choices, data);
    BucketizationOptions options;
    options.l = test::random_l(choices);
    options.suppress = 0.999;
    const std::optional<Bucketization> release = test::try_to_bucketize(data, options, seed);
    std::size_t most = 0;
    for (unsigned mask = 1; mask < 1U << data.rows; ++mask) {
      std::vector<Row> kept;
      for (Row row = 0; row < data.rows; ++row) {
        if ((mask >> row & 1U) != 0) kept.push_back(row);
      }
      if (defined_to_hold(data, kept, options.l, {})) most = std::max(most, kept.size());
    }
    ASSERT_EQ(release.has_value(), most > 0);
    if (!release) return;
    EXPECT_EQ(release->buckets.rows.size(), most);
    suppressed += release->suppressed > 0 ? 1 : 0;
  });
  EXPECT_GT(suppressed, test::expected_of(200));
}

// Returns the table that an attacker matches, with regions instead of generalized values.
oracle::Table published_table(const Microdata& data, const Slicing& slicing) {
  oracle::Table table = test::oracle_table(data);
  for (const auto& generalization : slicing.generalizations) {
    if (!generalization) continue;
    for (Row row = 0; row < data.rows; ++row) {
      for (const std::size_t a : generalization->attributes)
        table.rows[row][a] = static_cast<oracle::Value>(generalization->of_row[row]);
    }
  }
  return table;
}

TEST(HarmlessProperty, SlicesHoldForTheOtherValues) {
  int released = 0;
  int linked = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t seed) {
    Microdata data = test::random_table(
        choices, {.most_values = choices.one_in(4) ? 10 : 4, .most_sensitive = 2});
    choose_harmless(choices, data);
    SlicingOptions options;
    options.columns =
        static_cast<std::size_t>(choices.between(1, static_cast<int>(data.attributes.size())));
    options.l = choices.of(std::vector<double>{1.5, 2, 2, 2.5, 3});
    if (choices.one_in(3)) options.groups = test::random_partition(choices, data);
    if (choices.one_in(5)) options.k = 2;
    if (choices.one_in(3)) options.grouping = Grouping::strict;
    if (choices.one_in(2)) options.check = DiversityCheckScope::exact;
    options.if_infeasible =
        choices.of(std::vector<IfInfeasible>{IfInfeasible::error, IfInfeasible::regroup,
                                             IfInfeasible::generalize, IfInfeasible::suppress});
    if (choices.one_in(2)) options.suppress = choices.real();
    Random random = Random::seeded(seed);
    std::optional<Slicing> slicing;
    try {
      slicing = slice(data, options, random, {});
    } catch (const Infeasible& infeasible) {
      EXPECT_FALSE(infeasible.reason == Infeasible::Reason::share &&
                   data.attributes[infeasible.attribute].is_harmless(infeasible.code));
      return;
    }
    ++released;
    const oracle::Table table = published_table(data, *slicing);
    oracle::Slicing published = test::oracle_columns(data, slicing->columns);
    for (std::size_t b = 0; b < slicing->buckets.buckets(); ++b) {
      const auto bucket = slicing->buckets.bucket(b);
      published.buckets.emplace_back(bucket.begin(), bucket.end());
    }
    const bool in_buckets = options.check == DiversityCheckScope::bucket;
    for (const std::size_t s : published.sensitive) {
      for (Code value = 0; value < data.attributes[s].distinct; ++value) {
        if (data.attributes[s].is_harmless(value)) continue;
        for (const Row row : slicing->buckets.rows) {
          // Equation 1 of the slicing paper, over all buckets that match.
          EXPECT_LE(
              oracle::probability(table, published, row, s, static_cast<oracle::Value>(value)) *
                  options.l,
              1 + tolerance);
        }
        for (std::size_t b = 0; in_buckets && b < published.buckets.size(); ++b) {
          for (const std::size_t row : published.buckets[b]) {
            EXPECT_LE(oracle::candidate_share(table, published, row, b, s,
                                              static_cast<oracle::Value>(value)) *
                          options.l,
                      1 + tolerance);
          }
        }
      }
    }
    for (const Column& column : slicing->columns) {
      linked +=
          !sensitive_attributes(data, column).empty() && !quasi_identifiers(data, column).empty()
              ? 1
              : 0;
    }
  });
  EXPECT_GT(released, test::expected_of(1000));
  EXPECT_GT(linked, test::expected_of(200));
}

// Returns the hierarchy of an attribute that has two levels: itself and everything.
Hierarchy two_levels(Code distinct) {
  Hierarchy hierarchy;
  std::vector<std::uint32_t> labels(distinct);
  std::iota(labels.begin(), labels.end(), 0U);
  hierarchy.label_of_code = {labels, std::vector<std::uint32_t>(distinct)};
  hierarchy.labels = {distinct, 1};
  return hierarchy;
}

TEST(HarmlessProperty, ClassesHoldForTheOtherValues) {
  std::map<Recoding, int> released;
  test::for_cases(4000, [&](Choices& choices, std::uint64_t seed) {
    Microdata data =
        test::random_table(choices, {.most_values = choices.between(2, 9), .most_sensitive = 2});
    choose_harmless(choices, data);
    GeneralizationOptions options;
    options.recoding = choices.of(std::vector<Recoding>{Recoding::mondrian, Recoding::multiset,
                                                        Recoding::full_domain, Recoding::cell});
    const bool by_levels =
        options.recoding == Recoding::full_domain || options.recoding == Recoding::cell;
    for (Attribute& attribute : data.attributes) {
      if (by_levels && attribute.role == Role::quasi_identifier)
        attribute.hierarchy = two_levels(attribute.distinct);
    }
    options.k = static_cast<std::uint32_t>(choices.between(1, 3));
    options.l = choices.one_in(4) ? 1 : choices.of(std::vector<double>{1.5, 2, 3});
    options.privacy = random_models(choices);
    options.grouping = choices.one_in(2) ? Grouping::strict : Grouping::relaxed;
    if (choices.one_in(3)) options.suppress = choices.real();
    std::vector<PrivacyModel> models = options.privacy;
    models.emplace_back(KAnonymity{static_cast<double>(options.k)});
    Random random = Random::seeded(seed);
    try {
      const Generalization release = generalize(data, options, random, {});
      ++released[options.recoding];
      for (std::size_t c = 0; c < release.classes.buckets(); ++c)
        EXPECT_TRUE(defined_to_hold(data, release.classes.bucket(c), options.l, models));
    } catch (const Infeasible& infeasible) {
      if (options.suppress == 0) expect_evidence(data, infeasible, options.l, models);
    }
  });
  for (const Recoding recoding :
       {Recoding::mondrian, Recoding::multiset, Recoding::full_domain, Recoding::cell})
    EXPECT_GT(released[recoding], test::expected_of(200));
}

TEST(HarmlessProperty, BucketsOfPersonsHoldForTheOtherValues) {
  int released = 0;
  int only_by_harmless = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t seed) {
    test::PersonTable table =
        test::random_persons(choices, {.most_values = choices.between(3, 12)});
    SubjectBucketizationOptions options = test::random_subject_options(choices);
    options.privacy.clear();
    options.leave_out = 1;
    const bool without = test::try_to_bucketize(table, options, seed).has_value();
    choose_harmless(choices, table.data);
    const auto release = test::try_to_bucketize(table, options, seed);
    // Harmless values never make a release impossible.
    EXPECT_TRUE(release.has_value() || !without);
    if (!release) return;
    ++released;
    only_by_harmless += without ? 0 : 1;
    for (std::size_t b = 0; b < release->buckets.buckets(); ++b) {
      EXPECT_GE(release->buckets.bucket(b).size(), options.k);
      for (const std::size_t attribute : attributes_with_role(table.data, Role::sensitive)) {
        Judged judged;
        judged.is_harmless = [&](Code value) {
          return table.data.attributes[attribute].is_harmless(value);
        };
        for (const Row person : release->buckets.bucket(b)) {
          std::set<Code>& values = judged.group.emplace_back();
          for (const Row row : release->published_rows.bucket(person))
            values.insert(table.data.columns[attribute][row]);
        }
        judged.table = judged.group;
        EXPECT_TRUE(judged(LDiversity{options.l}));
      }
    }
  });
  EXPECT_GT(released, test::expected_of(800));
  EXPECT_GT(only_by_harmless, test::expected_of(50));
}

}  // namespace
}  // namespace microdata
