#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "core/bucketization/bucketization.hpp"
#include "core/bucketization/drawing.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/infeasible.hpp"
#include "property/bucketization_oracle.hpp"
#include "property/privacy_oracle.hpp"
#include "property/random_table.hpp"

// What every bucketized release must be, on random tables, judged by the naive oracles.

namespace microdata {
namespace {

using test::Choices;

// Runs a property on random cases until one fails.
template <typename Property>
void for_cases(int cases, const Property& property) {
  for (int i = 0; i < cases; ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    property(choices, seed);
    if (testing::Test::HasFailure()) break;
  }
}

double random_l(Choices& choices) {
  if (choices.one_in(4)) return 1 + 4 * choices.real();
  return choices.of(std::vector<double>{1, 1.01, 1.5, 2, 2, 2.5, 3, 3.5, 4, 7.5});
}

// No bound of these is one that rounding could bring a group to either side of.
PrivacyModel random_model(Choices& choices) {
  using Variant = LDiversity::Variant;
  switch (choices.between(0, 7)) {
    case 0:
      return KAnonymity{static_cast<double>(choices.between(1, 6))};
    case 1:
      return LDiversity{
          choices.of(std::vector<double>{1, 1.37, 2.21}),
          choices.of(std::vector<Variant>{Variant::frequency, Variant::distinct, Variant::entropy}),
          1};
    case 2:
      return LDiversity{2, Variant::recursive, choices.of(std::vector<double>{0.51, 1.03, 2.07})};
    case 3:
      return AlphaKAnonymity{0.3 + 0.7 * choices.real(), 2, {}};
    case 4:
      return TCloseness{choices.real()};
    case 5:
      return DeltaDisclosure{3 * choices.real()};
    case 6:
      return BetaLikeness{3 * choices.real()};
    default:
      return BeliefDistance{choices.real()};
  }
}

bool oracle_holds(const PrivacyModel& model, const oracle::Values& group,
                  const oracle::Values& table, std::size_t domain) {
  using Variant = LDiversity::Variant;
  if (const auto* m = std::get_if<KAnonymity>(&model)) {
    return static_cast<double>(group.size()) >= m->k;
  }
  if (const auto* m = std::get_if<LDiversity>(&model)) {
    switch (m->variant) {
      case Variant::frequency:
        return oracle::frequency_l_diverse(group, m->l);
      case Variant::distinct:
        return oracle::distinct_l_diverse(group, m->l);
      case Variant::entropy:
        return oracle::entropy_l_diverse(group, m->l);
      case Variant::recursive:
        return oracle::recursive_l_diverse(group, m->c, m->l);
    }
  }
  if (const auto* m = std::get_if<AlphaKAnonymity>(&model)) {
    return oracle::alpha_k_anonymous(group, m->alpha, m->k);
  }
  if (const auto* m = std::get_if<TCloseness>(&model)) {
    return oracle::t_close(group, table, oracle::equal_distance(domain), m->t);
  }
  if (const auto* m = std::get_if<DeltaDisclosure>(&model)) {
    return oracle::delta_disclosure_private(group, table, m->delta);
  }
  if (const auto* m = std::get_if<BetaLikeness>(&model)) {
    return oracle::beta_like(group, table, m->beta);
  }
  return oracle::total_variation(group, table) <= std::get<BeliefDistance>(model).b + 1e-9;
}

BucketizationOptions random_options(Choices& choices) {
  BucketizationOptions options;
  options.l = random_l(choices);
  if (choices.one_in(3)) options.method = BucketizationMethod::mondrian;
  if (choices.one_in(2)) options.suppress = choices.real();
  while (choices.one_in(3))
    options.privacy.push_back(random_model(choices));
  options.threads = choices.one_in(8) ? 2 : 1;
  return options;
}

oracle::Buckets oracle_buckets(const TuplePartition& partition) {
  oracle::Buckets buckets;
  for (std::size_t b = 0; b < partition.buckets(); ++b)
    buckets.emplace_back(partition.bucket(b).begin(), partition.bucket(b).end());
  return buckets;
}

oracle::Bucket suppressed_rows(const Microdata& data, const TuplePartition& partition) {
  const std::set<Row> published(partition.rows.begin(), partition.rows.end());
  oracle::Bucket suppressed;
  for (Row row = 0; row < data.rows; ++row) {
    if (!published.contains(row)) suppressed.push_back(row);
  }
  return suppressed;
}

oracle::Published published_values(const Microdata& data, const Bucketization& release,
                                   const AttributeSet& sensitive) {
  oracle::Published published(sensitive.size(), std::vector<oracle::Value>(data.rows));
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    for (std::size_t place = 0; place < release.buckets.rows.size(); ++place) {
      published[j][release.buckets.rows[place]] =
          static_cast<oracle::Value>(data.columns[sensitive[j]][release.linking[j][place]]);
    }
  }
  return published;
}

oracle::Values values_of(const Microdata& data, std::size_t attribute, std::span<const Row> rows) {
  oracle::Values values;
  for (const Row row : rows)
    values.push_back(static_cast<oracle::Value>(data.columns[attribute][row]));
  return values;
}

std::vector<Row> all_rows(const Microdata& data) {
  std::vector<Row> rows(data.rows);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

void add_attribute(Microdata& data, Role role, const std::vector<Code>& codes) {
  Attribute attribute;
  attribute.role = role;
  attribute.distinct = *std::max_element(codes.begin(), codes.end()) + 1;
  data.attributes.push_back(attribute);
  data.columns.push_back(codes);
}

// A table of which only the sensitive attributes matter.
Microdata sensitive_table(const std::vector<std::vector<Code>>& columns) {
  Microdata data;
  data.rows = static_cast<Row>(columns.front().size());
  add_attribute(data, Role::quasi_identifier, std::vector<Code>(data.rows));
  for (const std::vector<Code>& column : columns)
    add_attribute(data, Role::sensitive, column);
  return data;
}

std::optional<Bucketization> try_to_bucketize(const Microdata& data,
                                              const BucketizationOptions& options,
                                              std::uint64_t seed) {
  Random random = Random::seeded(seed);
  try {
    return bucketize(data, options, random, {});
  } catch (const Infeasible&) {
    return std::nullopt;
  }
}

void expect_release(const Microdata& data, const Bucketization& release,
                    const BucketizationOptions& options) {
  const oracle::Table table = test::oracle_table(data);
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  const oracle::Buckets buckets = oracle_buckets(release.buckets);
  const oracle::Bucket suppressed = suppressed_rows(data, release.buckets);
  EXPECT_TRUE(oracle::is_partition(data.rows, buckets, suppressed));
  EXPECT_EQ(suppressed.size(), release.suppressed);
  EXPECT_LE(release.suppressed, options.suppress * data.rows + 1e-6);
  EXPECT_TRUE(oracle::all_l_diverse(table, buckets, sensitive, options.l));
  ASSERT_EQ(release.linking.size(), sensitive.size());
  EXPECT_TRUE(oracle::publishes_values(table, buckets, sensitive,
                                       published_values(data, release, sensitive)));
  for (const std::size_t s : sensitive) {
    const oracle::Values all = values_of(data, s, all_rows(data));
    for (std::size_t b = 0; b < release.buckets.buckets(); ++b) {
      const oracle::Values group = values_of(data, s, release.buckets.bucket(b));
      for (const PrivacyModel& model : options.privacy)
        EXPECT_TRUE(oracle_holds(model, group, all, data.attributes[s].distinct));
    }
  }
}

// The evidence against a release is true.
void expect_evidence(const Microdata& data, const Infeasible& infeasible,
                     const BucketizationOptions& options) {
  if (infeasible.reason == Infeasible::Reason::share) {
    EXPECT_GT(infeasible.count * options.l, infeasible.total);
    EXPECT_GT(infeasible.to_suppress, 0U);
    const oracle::Values values = values_of(data, infeasible.attribute, all_rows(data));
    const auto count =
        std::count(values.begin(), values.end(), static_cast<oracle::Value>(infeasible.code));
    EXPECT_LE(infeasible.count, count);
    if (options.suppress > 0) return;
    EXPECT_EQ(infeasible.count, count);
    EXPECT_EQ(infeasible.total, data.rows);
    return;
  }
  // Without suppression, the table as a whole fails the model.
  ASSERT_EQ(infeasible.reason, Infeasible::Reason::privacy);
  if (options.suppress > 0) return;
  const oracle::Values all = values_of(data, infeasible.attribute, all_rows(data));
  EXPECT_FALSE(
      oracle_holds(*infeasible.model, all, all, data.attributes[infeasible.attribute].distinct));
}

TEST(BucketizationProperty, EveryReleaseHolds) {
  constexpr int tables = 6000;
  int released = 0;
  int refused = 0;
  for_cases(tables, [&](Choices& choices, std::uint64_t seed) {
    const Microdata data = test::random_table(choices, {.most_rows = choices.one_in(10) ? 300 : 24,
                                                        .most_values = choices.one_in(4) ? 20 : 4,
                                                        .most_sensitive = choices.one_in(2) ? 3 : 1,
                                                        .insensitive = choices.one_in(3)});
    const BucketizationOptions options = random_options(choices);
    Random random = Random::seeded(seed);
    try {
      expect_release(data, bucketize(data, options, random, {}), options);
      ++released;
    } catch (const Infeasible& infeasible) {
      expect_evidence(data, infeasible, options);
      ++refused;
    }
  });
  // Both happen often enough to say something.
  EXPECT_GT(released, tables / 10);
  EXPECT_GT(refused, tables / 10);
}

// A release is refused exactly where there is none, by either method.
TEST(BucketizationProperty, ReleasedWhereOneExists) {
  for_cases(1500, [](Choices& choices, std::uint64_t seed) {
    const Microdata data = test::random_table(
        choices, {.most_rows = 8, .most_values = 6, .most_sensitive = choices.between(1, 3)});
    BucketizationOptions options;
    options.l = random_l(choices);
    const bool exists = oracle::can_be_bucketized(
        test::oracle_table(data), attributes_with_role(data, Role::sensitive), options.l);
    EXPECT_EQ(try_to_bucketize(data, options, seed).has_value(), exists);
    options.method = BucketizationMethod::mondrian;
    EXPECT_EQ(try_to_bucketize(data, options, seed).has_value(), exists);
  });
}

// With three sensitive attributes and more, nearly always.
TEST(BucketizationProperty, AsFewAsCanBeAreSuppressed) {
  int more = 0;
  int of_three = 0;
  for_cases(3000, [&](Choices& choices, std::uint64_t seed) {
    const Microdata data = test::random_table(choices, {.most_rows = 10,
                                                        .most_attributes = 5,
                                                        .most_values = choices.between(3, 6),
                                                        .most_sensitive = choices.between(1, 4)});
    const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
    BucketizationOptions options;
    options.l = random_l(choices);
    const std::size_t fewest =
        oracle::fewest_to_suppress(test::oracle_table(data), sensitive, options.l);
    options.suppress = 1;
    const std::optional<Bucketization> release = try_to_bucketize(data, options, seed);
    const std::size_t suppressed = release ? release->suppressed : data.rows;
    if (sensitive.size() <= 2) {
      EXPECT_EQ(suppressed, fewest);
    } else {
      EXPECT_GE(suppressed, fewest);
      ++of_three;
      more += suppressed > fewest ? 1 : 0;
    }
    // What the error says would be enough is, and nothing less is.
    if (fewest == 0 || suppressed == data.rows) return;
    options.suppress = static_cast<double>(suppressed) / data.rows;
    EXPECT_TRUE(try_to_bucketize(data, options, seed));
    options.suppress = (static_cast<double>(suppressed) - 0.5) / data.rows;
    Random random = Random::seeded(seed);
    try {
      bucketize(data, options, random, {});
      ADD_FAILURE() << "more rows were left out than may be";
    } catch (const Infeasible& infeasible) {
      EXPECT_EQ(infeasible.to_suppress, suppressed);
    }
  });
  std::cout << "of " << of_three << " tables with three sensitive attributes or more " << more
            << " left out more rows than needed\n";
  EXPECT_LE(more, of_three / 20);
}

// For one sensitive attribute and a whole l: as many buckets as there can be, no value twice.
TEST(BucketizationProperty, AnatomyIsAsFineAsTheoryHasIt) {
  for_cases(2000, [](Choices& choices, std::uint64_t seed) {
    const Microdata data =
        test::random_table(choices, {.most_rows = 60, .most_attributes = 2, .most_values = 12});
    const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
    BucketizationOptions options;
    options.l = choices.between(1, 6);
    const auto l = static_cast<std::size_t>(options.l);
    const oracle::Table table = test::oracle_table(data);
    const std::optional<Bucketization> release = try_to_bucketize(data, options, seed);
    ASSERT_EQ(release.has_value(), oracle::eligible(table, sensitive.front(), options.l));
    if (!release) return;
    const oracle::Buckets buckets = oracle_buckets(release->buckets);
    EXPECT_EQ(buckets.size(), oracle::max_buckets(data.rows, l));
    EXPECT_TRUE(oracle::anatomy_groups_distinct(table, buckets, sensitive.front(), l));
  });
}

// Against the finest partition that there is.
TEST(BucketizationProperty, DrawnBucketsAreNearlyAsFineAsCanBe) {
  int cases = 0;
  int finest = 0;
  double ratios = 0;
  double worst = 1;
  for_cases(2500, [&](Choices& choices, std::uint64_t seed) {
    std::vector<std::vector<Code>> columns(static_cast<std::size_t>(choices.between(1, 3)));
    const int rows = choices.between(2, 9);
    for (std::vector<Code>& column : columns) {
      const int values = choices.between(2, 6);
      for (int i = 0; i < rows; ++i)
        column.push_back(static_cast<Code>(choices.between(0, values - 1)));
    }
    const Microdata data = sensitive_table(columns);
    const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
    const double l = choices.of(std::vector<double>{1.2, 1.5, 2, 2, 2.25, 2.5, 3});
    const oracle::Table table = test::oracle_table(data);
    if (!oracle::l_diverse(table, oracle_buckets({all_rows(data), {0, data.rows}}).front(),
                           sensitive, l)) {
      return;
    }
    std::vector<std::span<const Code>> spans(columns.begin(), columns.end());
    std::vector<Code> domains;
    for (const std::size_t s : sensitive)
      domains.push_back(data.attributes[s].distinct);
    Random random = Random::seeded(seed);
    const TuplePartition drawn = draw_buckets(spans, domains, all_rows(data), l, random, {});
    const oracle::Buckets buckets = oracle_buckets(drawn);
    EXPECT_TRUE(oracle::is_partition(data.rows, buckets, {}));
    EXPECT_TRUE(oracle::all_l_diverse(table, buckets, sensitive, l));
    const double ratio = static_cast<double>(buckets.size()) /
                         static_cast<double>(oracle::most_buckets(table, sensitive, l));
    ++cases;
    finest += ratio == 1 ? 1 : 0;
    ratios += ratio;
    worst = std::min(worst, ratio);
  });
  std::cout << "of " << cases << " tables " << finest
            << " as fine as can be; buckets drawn to the most possible: mean " << ratios / cases
            << ", least " << worst << "\n";
  EXPECT_GT(cases, 500);
  EXPECT_GT(ratios / cases, 0.95);
  EXPECT_GE(worst, 0.25);
}

TEST(BucketizationProperty, SeedsDecide) {
  int different = 0;
  for_cases(500, [&](Choices& choices, std::uint64_t seed) {
    const Microdata data = test::random_table(choices, {.most_rows = 200, .most_sensitive = 3});
    BucketizationOptions options = random_options(choices);
    options.threads = 1;
    const std::optional<Bucketization> one = try_to_bucketize(data, options, seed);
    options.threads = 3;
    const std::optional<Bucketization> again = try_to_bucketize(data, options, seed);
    ASSERT_EQ(one.has_value(), again.has_value());
    if (!one) return;
    EXPECT_EQ(one->buckets.rows, again->buckets.rows);
    EXPECT_EQ(one->buckets.offsets, again->buckets.offsets);
    EXPECT_EQ(one->linking, again->linking);
    const std::optional<Bucketization> other = try_to_bucketize(data, options, seed + 1);
    different += other && other->linking != one->linking ? 1 : 0;
  });
  EXPECT_GT(different, 50);
}

// Whether counts of equally likely outcomes are as even as chance has it; one in a hundred million
// runs fails by chance (Wilson and Hilferty's approximation of chi-square).
void expect_uniform(const std::vector<int>& counts) {
  const double expected = static_cast<double>(std::accumulate(counts.begin(), counts.end(), 0)) /
                          static_cast<double>(counts.size());
  double chi_square = 0;
  for (const int count : counts)
    chi_square += (count - expected) * (count - expected) / expected;
  const auto freedom = static_cast<double>(counts.size() - 1);
  const double variance = 2 / (9 * freedom);
  EXPECT_LT((std::cbrt(chi_square / freedom) - (1 - variance)) / std::sqrt(variance), 5.6);
}

// Every way to link the quasi-identifiers of a bucket with its values is equally likely, and with
// two sensitive attributes every pair of ways is.
TEST(BucketizationProperty, PermutationsAreUniform) {
  const Microdata data = sensitive_table({{0, 1, 2}, {2, 0, 1}});
  BucketizationOptions options;
  options.l = 3;
  Random random = Random::seeded(test::first_seed());
  std::map<std::vector<Code>, int> linked;
  for (int i = 0; i < 36 * 300; ++i) {
    const Bucketization release = bucketize(data, options, random, {});
    std::vector<Code> values(6);
    for (std::size_t place = 0; place < 3; ++place) {
      const Row row = release.buckets.rows[place];
      values[row] = data.columns[1][release.linking[0][place]];
      values[3 + row] = data.columns[2][release.linking[1][place]];
    }
    ++linked[values];
  }
  ASSERT_EQ(linked.size(), 36U);
  std::vector<int> counts;
  for (const auto& [values, count] : linked)
    counts.push_back(count);
  expect_uniform(counts);
}

// Tuples with the same value are drawn together with any other's alike, and which bucket is which
// tells nothing.
TEST(BucketizationProperty, TuplesAreDrawnUniformly) {
  const std::vector<std::vector<std::vector<Code>>> tables = {
      {{0, 0, 0, 1, 1, 1}}, {{0, 0, 0, 1, 1, 1}, {0, 0, 0, 1, 1, 1}}};
  for (const std::vector<std::vector<Code>>& columns : tables) {
    const Microdata data = sensitive_table(columns);
    BucketizationOptions options;
    options.l = 2;
    Random random = Random::seeded(test::first_seed());
    std::vector<int> drawn_together(9);
    std::vector<int> bucket_of_first(3);
    for (int i = 0; i < 9 * 500; ++i) {
      const TuplePartition buckets = bucketize(data, options, random, {}).buckets;
      ASSERT_EQ(buckets.buckets(), 3U);
      for (std::size_t b = 0; b < 3; ++b) {
        const auto [least, most] = std::minmax(buckets.bucket(b)[0], buckets.bucket(b)[1]);
        ++drawn_together[least * 3 + most - 3];
        if (least == 0) ++bucket_of_first[b];
      }
    }
    expect_uniform(drawn_together);
    expect_uniform(bucket_of_first);
  }
}

// Of equally frequent values any meet in a bucket.
TEST(BucketizationProperty, ValuesMeetUniformly) {
  const std::vector<Code> column{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3};
  for (const std::vector<std::vector<Code>>& columns :
       {std::vector<std::vector<Code>>{column}, {column, column}}) {
    const Microdata data = sensitive_table(columns);
    BucketizationOptions options;
    options.l = 2;
    Random random = Random::seeded(test::first_seed());
    std::map<std::pair<Code, Code>, int> met;
    for (int i = 0; i < 2000; ++i) {
      const TuplePartition buckets = bucketize(data, options, random, {}).buckets;
      // One bucket of each release: they are not independent of each other.
      ++met[std::minmax({column[buckets.bucket(0)[0]], column[buckets.bucket(0)[1]]})];
    }
    ASSERT_EQ(met.size(), 6U);
    std::vector<int> counts;
    for (const auto& [values, count] : met)
      counts.push_back(count);
    expect_uniform(counts);
  }
}

// Any of the rows that could be left out is.
TEST(BucketizationProperty, SuppressedRowsAreRandom) {
  const Microdata data = sensitive_table({{0, 0, 0, 0, 1, 2}, {0, 1, 2, 3, 4, 5}});
  BucketizationOptions options;
  options.l = 2;
  options.suppress = 0.5;
  Random random = Random::seeded(test::first_seed());
  std::vector<int> left_out(4);
  for (int i = 0; i < 4000; ++i) {
    const Bucketization release = bucketize(data, options, random, {});
    ASSERT_EQ(release.suppressed, 2U);
    for (const std::size_t row : suppressed_rows(data, release.buckets))
      ++left_out.at(row);
  }
  expect_uniform(left_out);
}

// A cancel at any checkpoint ends the work at once and leaks nothing (the sanitized build sees to
// that).
TEST(BucketizationProperty, CancelledAnywhere) {
  struct Cancelled {};
  for_cases(300, [](Choices& choices, std::uint64_t seed) {
    const Microdata data =
        test::random_table(choices, {.most_rows = 5000, .most_values = 100, .most_sensitive = 2});
    BucketizationOptions options = random_options(choices);
    options.threads = static_cast<unsigned>(choices.between(1, 3));
    int left = choices.between(0, choices.one_in(2) ? 40 : 4000);
    const Progress progress([&] {
      if (left-- == 0) throw Cancelled{};
    });
    Random random = Random::seeded(seed);
    try {
      bucketize(data, options, random, progress);
    } catch (const Cancelled&) {
    } catch (const Infeasible&) {
    }
  });
}

// Tables that are hard on the methods: none takes more than moments, and none goes long without a
// checkpoint.
struct HardTable {
  const char* name;
  double l;
  std::vector<std::vector<Code>> columns;
  std::size_t least_buckets;
};

std::vector<Code> random_column(Choices& choices, Row rows, int values, double power) {
  std::vector<Code> column(rows);
  for (Code& code : column)
    code = static_cast<Code>(std::pow(choices.real(), power) * values);
  return column;
}

// The value 0 has exactly the share.
std::vector<Code> column_with_share(Choices& choices, Row rows, double share, int others) {
  std::vector<Code> column = random_column(choices, rows, others, 1);
  for (Row row = 0; row < rows; ++row)
    column[row] = row < share * rows ? 0 : column[row] + 1;
  for (Row row = rows; row > 1; --row) {
    std::swap(column[row - 1],
              column[static_cast<Row>(choices.between(0, static_cast<int>(row) - 1))]);
  }
  return column;
}

std::vector<HardTable> hard_tables(Choices& choices) {
  constexpr Row rows = 200000;
  const auto spread = [&](int values) { return random_column(choices, rows, values, 1); };
  const auto skewed = [&](int values) { return random_column(choices, rows, values, 3); };
  const auto with_share = [&](double share, int others) {
    return column_with_share(choices, rows, share, others);
  };
  return {{"two attributes", 5, {spread(15), spread(40)}, 39990},
          {"no diversity", 1, {spread(15), spread(40)}, 200000},
          {"many values", 3, {spread(100000)}, 66600},
          {"many values of both", 3, {spread(100000), spread(100000)}, 66600},
          {"large l", 15000.5, {spread(100000)}, 12},
          {"large l for both", 5000, {spread(100000), spread(100000)}, 38},
          {"larger l for both", 15000, {spread(100000), spread(100000)}, 12},
          {"skewed", 3, {skewed(1000), skewed(1000)}, 66000},
          {"skewed values, three attributes", 4, {skewed(100), skewed(100), skewed(100)}, 49000},
          {"at the bound", 2.5, {with_share(0.4, 100000)}, 39000},
          {"at a bound that is no whole number", 7.5, {with_share(0.1333, 14), spread(40)}, 13200},
          {"both at the bound", 2, {with_share(0.5, 100000), with_share(0.5, 10)}, 99000},
          {"just above one", 1.01, {with_share(0.99, 10)}, 1000}};
}

// Of the processor, whatever else it has to do.
double seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

TEST(BucketizationProperty, LargeTablesTakeMoments) {
  Choices choices(test::first_seed());
  for (const HardTable& table : hard_tables(choices)) {
    SCOPED_TRACE(table.name);
    const Microdata data = sensitive_table(table.columns);
    for (const BucketizationMethod method :
         {BucketizationMethod::anatomy, BucketizationMethod::mondrian}) {
      BucketizationOptions options;
      options.l = table.l;
      options.method = method;
      Random random = Random::seeded(test::first_seed());
      const double begin = seconds();
      double last = begin;
      double longest = 0;
      const Progress progress([&] {
        const double now = seconds();
        longest = std::max(longest, now - last);
        last = now;
      });
      const Bucketization release = bucketize(data, options, random, progress);
      std::cout << table.name << ": " << seconds() - begin << " s, " << longest
                << " s without a checkpoint, " << release.buckets.buckets() << " buckets\n";
      // Far more than it takes: sanitizers are slow.
      EXPECT_LT(seconds() - begin, 20);
      EXPECT_LT(longest, 1);
      if (method == BucketizationMethod::anatomy) {
        EXPECT_GE(release.buckets.buckets(), table.least_buckets);
      }
    }
  }
}

}  // namespace
}  // namespace microdata
