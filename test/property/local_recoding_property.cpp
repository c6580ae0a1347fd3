#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "core/generalization/generalization.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/privacy/privacy_model.hpp"
#include "property/local_recoding_oracle.hpp"
#include "property/oracle.hpp"
#include "property/random_table.hpp"

// Tests of releases by local recoding of random tables against the naive oracle.

namespace microdata {
namespace {

using oracle::Value;
using test::Choices;

constexpr int tables = 4000;

using ValueSet = std::set<Value>;

// Returns a hierarchy in which each level joins some labels of the level below and the last level
// joins all.
Hierarchy random_hierarchy(Choices& choices, Code distinct) {
  Hierarchy hierarchy;
  std::vector<std::uint32_t> labels(distinct);
  std::iota(labels.begin(), labels.end(), 0U);
  hierarchy.label_of_code.push_back(labels);
  hierarchy.labels.push_back(distinct);
  for (int level = choices.between(0, 3); level >= 0; --level) {
    const int wanted =
        level == 0 ? 1 : choices.between(1, static_cast<int>(hierarchy.labels.back()));
    std::map<std::uint32_t, int> parent;
    std::map<int, std::uint32_t> number;
    for (std::uint32_t& label : labels) {
      const int p = parent.try_emplace(label, choices.between(1, wanted)).first->second;
      label = number.try_emplace(p, static_cast<std::uint32_t>(number.size())).first->second;
    }
    hierarchy.label_of_code.push_back(labels);
    hierarchy.labels.push_back(static_cast<std::uint32_t>(number.size()));
  }
  return hierarchy;
}

// Returns a random table with NULLs, infinity and hierarchies; sometimes without a sensitive
// attribute.
Microdata random_source(Choices& choices) {
  test::TableShape shape;
  shape.most_rows = choices.one_in(4) ? 120 : 30;
  shape.most_values = choices.between(2, 9);
  shape.most_sensitive = 2;
  shape.insensitive = true;
  Microdata data = test::random_table(choices, shape);
  const bool nothing_sensitive = choices.one_in(6);
  for (Attribute& attribute : data.attributes) {
    if (nothing_sensitive && attribute.role == Role::sensitive) {
      attribute.role = Role::quasi_identifier;
    }
    std::vector<double>& numbers = attribute.projection;
    attribute.nullable = choices.one_in(3);
    if (!numbers.empty()) {
      constexpr double infinity = std::numeric_limits<double>::infinity();
      if (choices.one_in(8)) numbers.back() = infinity;
      if (choices.one_in(8)) numbers.front() = -infinity;
      if (attribute.nullable) numbers.back() = std::numeric_limits<double>::quiet_NaN();
    }
    if (attribute.role == Role::quasi_identifier && choices.one_in(3)) {
      attribute.hierarchy = random_hierarchy(choices, attribute.distinct);
    } else if (!numbers.empty() && choices.one_in(3)) {
      // Ends of ranges do not distinguish some values from the value before.
      for (Code code = 0; code < attribute.distinct; ++code) {
        attribute.same_end.push_back(code > 0 && choices.one_in(3) ? attribute.same_end.back()
                                                                   : code);
      }
    }
  }
  data.attributes[0].role = Role::quasi_identifier;
  return data;
}

PrivacyModel random_model(Choices& choices, bool sensitive) {
  using Variant = LDiversity::Variant;
  if (!sensitive) return KAnonymity{static_cast<double>(choices.between(1, 6))};
  switch (choices.between(0, 6)) {
    case 0:
      return KAnonymity{static_cast<double>(choices.between(1, 6))};
    case 1:
    case 2:
      return LDiversity{choices.of(std::vector<double>{1, 1.5, 2, 3}),
                        choices.of(std::vector<Variant>{Variant::frequency, Variant::distinct,
                                                        Variant::entropy, Variant::recursive}),
                        choices.of(std::vector<double>{1, 2, 3})};
    case 3:
      return AlphaKAnonymity{choices.real(), static_cast<double>(choices.between(1, 5)), {}};
    case 4:
      return TCloseness{choices.real() / 2, choices.one_in(2) ? TCloseness::Distance::equal
                                                              : TCloseness::Distance::ordered};
    case 5:
      return BetaLikeness{3 * choices.real()};
    default:
      return BeliefDistance{choices.real() / 2, BeliefDistance::Distance::total_variation};
  }
}

GeneralizationOptions random_options(Choices& choices, const Microdata& data) {
  const bool sensitive = !attributes_with_role(data, Role::sensitive).empty();
  GeneralizationOptions options;
  options.k = static_cast<std::uint32_t>(choices.between(1, 6));
  if (sensitive && choices.one_in(2)) {
    options.l = choices.of(std::vector<double>{1, 1.5, 2, 2.5, 3});
  }
  if (choices.one_in(3)) options.recoding = Recoding::multiset;
  if (choices.one_in(3)) options.grouping = Grouping::relaxed;
  for (int models = choices.between(-2, 2); models > 0; --models)
    options.privacy.push_back(random_model(choices, sensitive));
  if (choices.one_in(3)) options.suppress = choices.real();
  if (choices.one_in(8)) options.threads = {2, 8};
  return options;
}

oracle::Domain oracle_domain(const Attribute& attribute) {
  oracle::Domain domain{attribute.distinct, attribute.projection, {}, attribute.nullable};
  if (attribute.hierarchy) {
    for (const auto& level : attribute.hierarchy->label_of_code)
      domain.labels.emplace_back(level.begin(), level.end());
  }
  return domain;
}

ValueSet values_of(const Microdata& data, std::size_t attribute, std::span<const Row> rows) {
  ValueSet values;
  for (const Row row : rows)
    values.insert(static_cast<Value>(data.columns[attribute][row]));
  return values;
}

// Returns the values that a published value covers, as generalization.hpp defines them.
ValueSet meaning(const Attribute& attribute, const GeneralizedAttribute& generalized,
                 const GeneralizedValue& value) {
  using Kind = GeneralizedAttribute::Kind;
  ValueSet result(value.codes.begin(), value.codes.end());
  if (generalized.kind == Kind::label) {
    const auto& label = attribute.hierarchy->label_of_code[value.level];
    for (Code code = 0; code < attribute.distinct; ++code) {
      if (label[code] == label[value.codes.front()]) result.insert(static_cast<Value>(code));
    }
  } else if (generalized.kind == Kind::range) {
    std::vector<Code> numbers = value.codes;
    if (attribute.nullable && numbers.back() + 1 == attribute.distinct) numbers.pop_back();
    for (Code code = 0; code < attribute.distinct && !numbers.empty(); ++code) {
      if (numbers.front() <= code && code <= numbers.back())
        result.insert(static_cast<Value>(code));
    }
  }
  return result;
}

void expect_partition(const Microdata& data, const Generalization& result, double suppress) {
  const std::set<Row> rows(result.classes.rows.begin(), result.classes.rows.end());
  EXPECT_EQ(rows.size(), result.classes.rows.size());
  EXPECT_EQ(rows.size() + result.suppressed, data.rows);
  EXPECT_LE(result.suppressed, suppress * data.rows + 1e-6);
  EXPECT_EQ(result.classes.offsets.back(), result.classes.rows.size());
  for (std::size_t c = 0; c < result.classes.buckets(); ++c)
    EXPECT_FALSE(result.classes.bucket(c).empty());
}

// Expects that every class satisfies k, l and the models; another test compares the models with
// their definitions.
void expect_privacy(const Microdata& data, const Generalization& result,
                    const GeneralizationOptions& options) {
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  std::vector<SensitiveDistribution> distributions;
  for (const std::size_t s : sensitive)
    distributions.push_back(sensitive_distribution(data, s, {}));
  for (std::size_t c = 0; c < result.classes.buckets(); ++c) {
    const auto rows = result.classes.bucket(c);
    EXPECT_GE(rows.size(), options.k);
    for (const PrivacyModel& model : options.privacy) {
      if (const auto* k = std::get_if<KAnonymity>(&model)) {
        EXPECT_GE(rows.size(), k->k);
      }
    }
    for (std::size_t j = 0; j < sensitive.size(); ++j) {
      oracle::Values values;
      for (const Row row : rows)
        values.push_back(static_cast<Value>(data.columns[sensitive[j]][row]));
      EXPECT_TRUE(oracle::frequency_l_diverse(values, options.l));
      const std::vector<ValueCount> counts = count_values(data, sensitive[j], rows, {});
      for (const PrivacyModel& model : options.privacy)
        EXPECT_TRUE(holds(model, counts, distributions[j])) << to_string(model);
    }
  }
}

// Expects that no two classes show the same values.
void expect_distinguishable(const Generalization& result) {
  std::set<std::vector<GeneralizedValue>> shown;
  for (std::size_t c = 0; c < result.classes.buckets(); ++c) {
    std::vector<GeneralizedValue> values;
    for (const GeneralizedAttribute& attribute : result.attributes)
      values.push_back(attribute.values[attribute.value_of_class[c]]);
    EXPECT_TRUE(shown.insert(values).second);
  }
}

// Expects that published values cover the tuples and follow the definition. Ranges of strict
// classes have drawn ends beyond those of the tuples.
void expect_values(const Microdata& data, const Generalization& result,
                   const GeneralizationOptions& options) {
  const Recoding recoding = options.recoding;
  using Kind = GeneralizedAttribute::Kind;
  const AttributeSet quasi_identifiers = attributes_with_role(data, Role::quasi_identifier);
  ASSERT_EQ(result.attributes.size(), quasi_identifiers.size());
  for (std::size_t i = 0; i < quasi_identifiers.size(); ++i) {
    const std::size_t a = quasi_identifiers[i];
    const GeneralizedAttribute& generalized = result.attributes[i];
    const oracle::Domain domain = oracle_domain(data.attributes[a]);
    ASSERT_EQ(generalized.attribute, a);
    const Kind kind = recoding == Recoding::multiset ? Kind::multiset
                      : !domain.labels.empty()       ? Kind::label
                      : !domain.numbers.empty()      ? Kind::range
                                                     : Kind::set;
    EXPECT_EQ(generalized.kind, kind);
    for (std::size_t c = 0; c < result.classes.buckets(); ++c) {
      const GeneralizedValue& value = generalized.values[generalized.value_of_class[c]];
      const ValueSet values = values_of(data, a, result.classes.bucket(c));
      const ValueSet shown = kind == Kind::multiset ? values : oracle::covered(domain, values);
      const ValueSet is_shown = meaning(data.attributes[a], generalized, value);
      if (kind == Kind::range && options.grouping == Grouping::strict) {
        EXPECT_TRUE(std::includes(is_shown.begin(), is_shown.end(), shown.begin(), shown.end()));
        EXPECT_EQ(is_shown.size() == 1, shown.size() == 1);
      } else {
        EXPECT_EQ(is_shown, shown);
      }
      EXPECT_NEAR(value.penalty, oracle::certainty_penalty(domain, is_shown), 1e-12);
      if (kind == Kind::label) {
        EXPECT_EQ(value.level, oracle::common_level(domain.labels, values));
      }
      ASSERT_EQ(value.counts.size(), kind == Kind::multiset ? value.codes.size() : 0);
      for (std::size_t v = 0; v < value.counts.size(); ++v) {
        const auto rows = result.classes.bucket(c);
        EXPECT_EQ(value.counts[v], std::count_if(rows.begin(), rows.end(), [&](Row row) {
                    return data.columns[a][row] == value.codes[v];
                  }));
      }
    }
  }
}

ValueSet shown_of_class(const Microdata& data, const GeneralizedAttribute& generalized,
                        std::size_t c) {
  return meaning(data.attributes[generalized.attribute], generalized,
                 generalized.values[generalized.value_of_class[c]]);
}

void expect_loss(const Microdata& data, const Generalization& result) {
  const AttributeSet quasi_identifiers = attributes_with_role(data, Role::quasi_identifier);
  std::vector<std::vector<std::size_t>> classes;
  for (std::size_t c = 0; c < result.classes.buckets(); ++c) {
    const auto rows = result.classes.bucket(c);
    classes.emplace_back(rows.begin(), rows.end());
  }
  double sum_of_means = 0;
  ASSERT_EQ(result.loss.of_attribute.size(), quasi_identifiers.size());
  for (std::size_t i = 0; i < quasi_identifiers.size(); ++i) {
    const oracle::Domain domain = oracle_domain(data.attributes[quasi_identifiers[i]]);
    double sum = result.suppressed;
    for (std::size_t c = 0; c < classes.size(); ++c) {
      const ValueSet shown = shown_of_class(data, result.attributes[i], c);
      sum += static_cast<double>(classes[c].size()) * oracle::certainty_penalty(domain, shown);
    }
    EXPECT_NEAR(result.loss.of_attribute[i], sum / data.rows, 1e-9);
    EXPECT_LE(result.loss.of_attribute[i], 1 + 1e-9);
    sum_of_means += sum / data.rows;
  }
  EXPECT_NEAR(result.loss.mean, sum_of_means / static_cast<double>(quasi_identifiers.size()), 1e-9);
  EXPECT_EQ(result.loss.discernibility, oracle::discernibility(classes, result.suppressed));
  EXPECT_DOUBLE_EQ(
      result.loss.average_class_size,
      static_cast<double>(data.rows - result.suppressed) / static_cast<double>(classes.size()));
}

bool overlap(const ValueSet& a, const ValueSet& b) {
  return std::any_of(a.begin(), a.end(), [&](Value value) { return b.contains(value); });
}

// Returns the set with the values that ends of ranges do not distinguish from its values.
ValueSet blurred(const Attribute& attribute, ValueSet shown) {
  std::set<Code> ends;
  for (const Value value : shown)
    ends.insert(attribute.end_of_range(static_cast<Code>(value)));
  for (Code code = 0; code < attribute.distinct; ++code) {
    if (ends.contains(attribute.end_of_range(code))) shown.insert(static_cast<Value>(code));
  }
  return shown;
}

// Expects that any two strict classes are disjoint in some divisible attribute.
void expect_no_overlap(const Microdata& data, const Generalization& result) {
  // shown[c][i]: values that class c shows of the i-th such attribute.
  std::vector<std::vector<ValueSet>> shown(result.classes.buckets());
  for (const GeneralizedAttribute& generalized : result.attributes) {
    const Attribute& attribute = data.attributes[generalized.attribute];
    if (!attribute.divisible) continue;
    const oracle::Domain domain = oracle_domain(attribute);
    for (std::size_t c = 0; c < shown.size(); ++c)
      shown[c].push_back(
          blurred(attribute, oracle::covered(domain, shown_of_class(data, generalized, c))));
  }
  for (std::size_t c = 0; c < shown.size(); ++c) {
    for (std::size_t d = 0; d < c; ++d)
      EXPECT_FALSE(std::equal(shown[c].begin(), shown[c].end(), shown[d].begin(), overlap));
  }
}

std::vector<ValueCount> counts_of(const Microdata& data, std::size_t attribute) {
  std::vector<Row> rows(data.rows);
  std::iota(rows.begin(), rows.end(), 0U);
  return count_values(data, attribute, rows, {});
}

// Returns true if the table as one class satisfies all options.
bool whole_table_holds(const Microdata& data, const GeneralizationOptions& options) {
  if (data.rows < options.k) return false;
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  for (const PrivacyModel& model : options.privacy) {
    const auto* k = std::get_if<KAnonymity>(&model);
    if (k != nullptr && data.rows < k->k) return false;
  }
  return std::all_of(sensitive.begin(), sensitive.end(), [&](std::size_t s) {
    oracle::Values values(data.columns[s].begin(), data.columns[s].end());
    const SensitiveDistribution table = sensitive_distribution(data, s, {});
    return oracle::frequency_l_diverse(values, options.l) &&
           std::all_of(options.privacy.begin(), options.privacy.end(),
                       [&](const auto& model) { return holds(model, counts_of(data, s), table); });
  });
}

// Expects that the evidence is true.
void expect_evidence(const Microdata& data, const Infeasible& infeasible,
                     const GeneralizationOptions& options) {
  if (options.suppress > 0) return;
  if (infeasible.reason == Infeasible::Reason::share) {
    const auto& column = data.columns[infeasible.attribute];
    EXPECT_EQ(infeasible.total, data.rows);
    EXPECT_EQ(infeasible.count, std::count(column.begin(), column.end(), infeasible.code));
    EXPECT_GT(infeasible.count * options.l, infeasible.total);
  } else if (infeasible.reason == Infeasible::Reason::too_few_rows) {
    EXPECT_LT(data.rows, infeasible.model ? k_of(*infeasible.model) : options.k);
  } else {
    ASSERT_EQ(infeasible.reason, Infeasible::Reason::privacy);
    EXPECT_FALSE(meets(*infeasible.model, infeasible.reached));
  }
}

// Returns the number of rows that l requires to suppress with one sensitive attribute; a release
// suppresses exactly that number.
std::optional<std::size_t> fewest_suppressed(const Microdata& data,
                                             const GeneralizationOptions& options) {
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  if (sensitive.empty()) return 0;
  if (sensitive.size() > 1) return std::nullopt;
  return oracle::fewest_to_suppress(test::oracle_table(data), {}, sensitive.front(), options.l);
}

void expect_same(const Generalization& a, const Generalization& b) {
  EXPECT_EQ(a.classes.rows, b.classes.rows);
  EXPECT_EQ(a.classes.offsets, b.classes.offsets);
  ASSERT_EQ(a.attributes.size(), b.attributes.size());
  for (std::size_t i = 0; i < a.attributes.size(); ++i) {
    EXPECT_EQ(a.attributes[i].values, b.attributes[i].values);
    EXPECT_EQ(a.attributes[i].value_of_class, b.attributes[i].value_of_class);
  }
  EXPECT_EQ(a.loss.mean, b.loss.mean);
  EXPECT_EQ(a.suppressed, b.suppressed);
}

Generalization generalize_with(const Microdata& data, GeneralizationOptions options,
                               Threads threads, std::uint64_t seed) {
  options.threads = threads;
  Random random = Random::seeded(seed);
  return generalize(data, options, random, {});
}

TEST(LocalRecodingProperty, EveryReleaseHolds) {
  int released = 0;
  int refused = 0;
  int strict = 0;
  for (int i = 0; i < test::tried(tables); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const Microdata data = random_source(choices);
    const GeneralizationOptions options = random_options(choices, data);
    const std::optional<std::size_t> fewest = fewest_suppressed(data, options);
    try {
      const Generalization result = generalize_with(data, options, options.threads, seed);
      ++released;
      expect_partition(data, result, options.suppress);
      expect_privacy(data, result, options);
      expect_values(data, result, options);
      if (options.recoding != Recoding::multiset) expect_distinguishable(result);
      expect_loss(data, result);
      if (options.grouping == Grouping::strict) {
        expect_no_overlap(data, result);
        ++strict;
      }
      if (fewest) {
        EXPECT_EQ(result.suppressed, *fewest);
      }
      if (options.suppress == 0) {
        EXPECT_TRUE(whole_table_holds(data, options));
      }
      expect_same(result, generalize_with(data, options, {2, 8}, seed));
    } catch (const Infeasible& infeasible) {
      ++refused;
      expect_evidence(data, infeasible, options);
      if (options.suppress == 0) {
        EXPECT_FALSE(whole_table_holds(data, options));
      }
      const bool by_share = infeasible.reason == Infeasible::Reason::share;
      if (fewest && by_share) {
        EXPECT_EQ(infeasible.to_suppress, *fewest);
        EXPECT_TRUE(static_cast<double>(*fewest) > options.suppress * data.rows ||
                    *fewest == data.rows);
      }
    }
    if (HasFailure()) break;
  }
  EXPECT_GT(released, test::expected_of(tables / 2));
  EXPECT_GT(refused, test::expected_of(tables / 10));
  EXPECT_GT(strict, test::expected_of(tables / 8));
}

// Mondrian cuts large tables first.
TEST(LocalRecodingProperty, LargeReleasesHold) {
  for (int i = 0; i < test::tried(4); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    Microdata data;
    data.rows = 70000;
    for (int a = 0; a < 4; ++a) {
      Attribute attribute;
      attribute.name = "a" + std::to_string(a);
      attribute.distinct = 40;
      if (a == 3) attribute.role = Role::sensitive;
      if (a == 0) {
        attribute.projection.resize(40);
        std::iota(attribute.projection.begin(), attribute.projection.end(), 0.0);
      }
      if (a == 1) attribute.hierarchy = random_hierarchy(choices, attribute.distinct);
      data.attributes.push_back(std::move(attribute));
      std::vector<Code>& column = data.columns.emplace_back();
      for (Row row = 0; row < data.rows; ++row)
        column.push_back(row < 40 ? row : static_cast<Code>(choices.real() * choices.real() * 40));
    }
    GeneralizationOptions options;
    options.k = 50;
    options.l = 4;
    if (i % 2 == 0) options.privacy.emplace_back(LDiversity{5, LDiversity::Variant::entropy, 1});
    if (i > 1) options.grouping = Grouping::relaxed;
    const Generalization result = generalize_with(data, options, 1, seed);
    EXPECT_GT(result.classes.buckets(), 100U);
    expect_partition(data, result, 0);
    expect_privacy(data, result, options);
    expect_values(data, result, options);
    expect_loss(data, result);
    if (options.grouping == Grouping::strict) expect_no_overlap(data, result);
    expect_same(result, generalize_with(data, options, {2, 8}, seed));
  }
}

// A cancel at any checkpoint ends the work at once.
TEST(LocalRecodingProperty, CancelledAnywhere) {
  struct Cancelled {};
  int cancelled = 0;
  for (int i = 0; i < test::tried(200); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const Microdata data = test::random_table(choices, {.most_rows = 5000, .most_values = 30});
    GeneralizationOptions options;
    options.k = 3;
    options.threads = {static_cast<unsigned>(choices.between(1, 3)), 64};
    int left = choices.between(0, 60);
    const Progress progress([&] {
      if (left-- == 0) throw Cancelled{};
    });
    Random random = Random::seeded(seed);
    try {
      generalize(data, options, random, progress);
    } catch (const Cancelled&) {
      ++cancelled;
    } catch (const Infeasible&) {
    }
  }
  EXPECT_GE(cancelled, test::expected_of(51));
}

}  // namespace
}  // namespace microdata
