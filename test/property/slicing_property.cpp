#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "core/slicing/slicing.hpp"
#include "property/oracle.hpp"
#include "property/random_table.hpp"

// Tests of sliced releases of random tables against the naive oracle.

namespace microdata {
namespace {

using test::Choices;

constexpr int tables = 4000;

SlicingOptions random_options(Choices& choices, const Microdata& data) {
  SlicingOptions options;
  const auto published = static_cast<int>(data.attributes.size());
  options.columns = static_cast<std::size_t>(choices.between(1, published));
  options.l = choices.of(std::vector<double>{1, 1.5, 2, 2, 2.5, 3, 4});
  const auto sensitive = static_cast<int>(attributes_with_role(data, Role::sensitive).size());
  const auto quasi_identifiers =
      static_cast<int>(attributes_with_role(data, Role::quasi_identifier).size());
  const int most =
      std::min(sensitive + quasi_identifiers, published - static_cast<int>(options.columns) + 1);
  if (options.columns > 1 && sensitive <= most && choices.one_in(3)) {
    options.sensitive_column_size = static_cast<std::size_t>(choices.between(sensitive, most));
  }
  if (choices.one_in(3)) options.groups = test::random_partition(choices, data);
  if (choices.one_in(4)) options.k = static_cast<std::uint32_t>(choices.between(2, 4));
  if (choices.one_in(3)) options.grouping = Grouping::strict;
  if (!choices.one_in(3)) options.check = DiversityCheckScope::exact;
  options.if_infeasible =
      choices.of(std::vector<IfInfeasible>{IfInfeasible::error, IfInfeasible::regroup,
                                           IfInfeasible::generalize, IfInfeasible::suppress});
  if (choices.one_in(2)) options.suppress = choices.real();
  if (choices.one_in(4)) {
    options.privacy.emplace_back(KAnonymity{static_cast<double>(choices.between(1, 5))});
  }
  if (choices.one_in(4)) {
    options.privacy.emplace_back(
        LDiversity{choices.of(std::vector<double>{1, 1.5, 2, 3}),
                   choices.of(std::vector<LDiversity::Variant>{
                       LDiversity::Variant::frequency, LDiversity::Variant::distinct,
                       LDiversity::Variant::entropy, LDiversity::Variant::recursive}),
                   choices.of(std::vector<double>{0.5, 1, 2, 3})});
  }
  if (choices.one_in(8)) options.threads = {2, 8};
  return options;
}

// Returns options for oblivious cuts. The groups are given, because they must not depend on
// sensitive values, and there are no other requirements.
SlicingOptions oblivious_options(Choices& choices, const Microdata& data) {
  SlicingOptions options;
  options.l = choices.of(std::vector<double>{1.5, 2, 3});
  options.groups = test::random_partition(choices, data);
  options.cuts = Cuts::oblivious;
  if (choices.one_in(3)) options.suppress = choices.real();
  return options;
}

// Returns the table that the attacker can match: in a generalized column, the region represents the
// values.
oracle::Table published_table(const Microdata& data, const Slicing& slicing) {
  oracle::Table table = test::oracle_table(data);
  for (const auto& generalization : slicing.generalizations) {
    if (!generalization) continue;
    for (Row row = 0; row < data.rows; ++row) {
      for (const std::size_t a : generalization->attributes) {
        table.rows[row][a] = static_cast<oracle::Value>(generalization->of_row[row]);
      }
    }
  }
  return table;
}

oracle::Slicing published_slicing(const Microdata& data, const Slicing& slicing) {
  oracle::Slicing result = test::oracle_columns(data, slicing.columns);
  for (std::size_t b = 0; b < slicing.buckets.buckets(); ++b) {
    const auto bucket = slicing.buckets.bucket(b);
    result.buckets.emplace_back(bucket.begin(), bucket.end());
  }
  return result;
}

void expect_partition(const Microdata& data, const Slicing& slicing, double suppress) {
  std::set<Row> rows(slicing.buckets.rows.begin(), slicing.buckets.rows.end());
  EXPECT_EQ(rows.size(), slicing.buckets.rows.size());
  EXPECT_EQ(rows.size() + slicing.suppressed, data.rows);
  EXPECT_LE(slicing.suppressed, suppress * data.rows + 1e-6);
  EXPECT_EQ(slicing.buckets.offsets.back(), slicing.buckets.rows.size());
  for (std::size_t b = 0; b < slicing.buckets.buckets(); ++b) {
    EXPECT_FALSE(slicing.buckets.bucket(b).empty());
  }
  std::multiset<std::size_t> attributes;
  for (const Column& column : slicing.columns) {
    EXPECT_FALSE(column.attributes.empty());
    attributes.insert(column.attributes.begin(), column.attributes.end());
  }
  const AttributeSet published = published_attributes(data);
  EXPECT_EQ(attributes, std::multiset<std::size_t>(published.begin(), published.end()));
}

void expect_permuted(const Slicing& slicing) {
  ASSERT_EQ(slicing.linking.size(), slicing.columns.size());
  for (const auto& linking : slicing.linking) {
    ASSERT_EQ(linking.size(), slicing.buckets.rows.size());
    for (std::size_t b = 0; b < slicing.buckets.buckets(); ++b) {
      const auto bucket = slicing.buckets.bucket(b);
      const auto begin = linking.begin() + slicing.buckets.offsets[b];
      EXPECT_TRUE(std::is_permutation(bucket.begin(), bucket.end(), begin,
                                      begin + static_cast<std::ptrdiff_t>(bucket.size())));
    }
  }
}

void expect_regions(const Microdata& data, const Slicing& slicing) {
  for (const auto& generalization : slicing.generalizations) {
    if (!generalization) continue;
    std::vector<std::size_t> bucket_of(generalization->regions + std::size_t{1});
    for (std::size_t b = 0; b < slicing.buckets.buckets(); ++b) {
      for (const Row row : slicing.buckets.bucket(b))
        bucket_of[generalization->of_row[row]] = b;
    }
    for (const Row row : slicing.buckets.rows) {
      // A row is in its own region and in no other; with regions by bucket, in no other of its
      // bucket.
      for (std::uint32_t region = 0; region < generalization->regions; ++region) {
        if (generalization->in_buckets &&
            bucket_of[region] != bucket_of[generalization->of_row[row]])
          continue;
        bool inside = true;
        for (std::size_t i = 0; i < generalization->attributes.size(); ++i) {
          const std::size_t a = generalization->attributes[i];
          const auto& codes = generalization->codes[i][region];
          const Code code = data.columns[a][row];
          const auto end = [&](Code c) { return data.attributes[a].end_of_range(c); };
          const bool in_range =
              data.attributes[a].numeric()
                  ? end(codes.front()) <= end(code) && end(code) <= end(codes.back())
                  : std::binary_search(codes.begin(), codes.end(), code);
          inside = inside && in_range;
        }
        if (region == generalization->of_row[row]) {
          EXPECT_TRUE(inside);
        } else {
          EXPECT_FALSE(inside);
        }
      }
    }
  }
}

void expect_privacy(const Microdata& data, const Slicing& slicing, const SlicingOptions& options) {
  for (std::size_t b = 0; b < slicing.buckets.buckets(); ++b) {
    const auto bucket = slicing.buckets.bucket(b);
    for (const std::size_t s : attributes_with_role(data, Role::sensitive)) {
      std::vector<oracle::Value> values;
      for (const Row row : bucket) {
        values.push_back(static_cast<oracle::Value>(data.columns[s][row]));
      }
      for (const PrivacyModel& model : options.privacy) {
        if (const auto* anonymity = std::get_if<KAnonymity>(&model)) {
          EXPECT_GE(static_cast<double>(bucket.size()), anonymity->k);
          continue;
        }
        const auto& diversity = std::get<LDiversity>(model);
        switch (diversity.variant) {
          case LDiversity::Variant::frequency:
            EXPECT_TRUE(oracle::frequency_l_diverse(values, diversity.l));
            break;
          case LDiversity::Variant::distinct:
            EXPECT_TRUE(oracle::distinct_l_diverse(values, diversity.l));
            break;
          case LDiversity::Variant::entropy:
            EXPECT_TRUE(oracle::entropy_l_diverse(values, diversity.l));
            break;
          case LDiversity::Variant::recursive:
            EXPECT_TRUE(oracle::recursive_l_diverse(values, diversity.c, diversity.l));
            break;
        }
      }
    }
  }
}

// Expects that every sensitive value occurs at least k times in a bucket, if infeasible rows are
// suppressed. Otherwise `rare` is at least the number of rows with a rarer value.
void expect_common_values(const Microdata& data, const Slicing& slicing,
                          const SlicingOptions& options) {
  Row rare = 0;
  for (std::size_t b = 0; b < slicing.buckets.buckets(); ++b) {
    const auto bucket = slicing.buckets.bucket(b);
    std::set<Row> with_rare;
    for (const std::size_t s : attributes_with_role(data, Role::sensitive)) {
      for (const Row row : bucket) {
        const auto times = std::count_if(bucket.begin(), bucket.end(), [&](Row other) {
          return data.columns[s][other] == data.columns[s][row];
        });
        if (times < static_cast<std::ptrdiff_t>(options.k)) with_rare.insert(row);
      }
    }
    rare += static_cast<Row>(with_rare.size());
  }
  if (options.k == 1 || (options.suppress > 0 && options.if_infeasible == IfInfeasible::suppress)) {
    EXPECT_EQ(slicing.rare, 0U);
    EXPECT_TRUE(options.k == 1 || rare == 0);
  } else {
    EXPECT_GE(slicing.rare, rare);
    EXPECT_EQ(slicing.rare == 0, rare == 0);
  }
}

// Expects that the evidence against a grouping is true, also with the whole table as one bucket.
void expect_evidence(const Microdata& data, const Infeasible& infeasible,
                     const SlicingOptions& options) {
  const bool is_of_share = infeasible.reason == Infeasible::Reason::share ||
                           infeasible.reason == Infeasible::Reason::oblivious_share;
  if (!is_of_share || options.suppress > 0) return;
  std::map<std::vector<Code>, std::pair<std::uint32_t, std::uint32_t>> groups;
  for (Row row = 0; row < data.rows; ++row) {
    std::vector<Code> known;
    for (const std::size_t a : infeasible.known)
      known.push_back(data.columns[a][row]);
    auto& [count, total] = groups[known];
    ++total;
    if (data.columns[infeasible.attribute][row] == infeasible.code) ++count;
  }
  const bool found = std::any_of(groups.begin(), groups.end(), [&](const auto& group) {
    return group.second == std::pair(infeasible.count, infeasible.total);
  });
  EXPECT_TRUE(found);
  EXPECT_GT(infeasible.count * options.l, infeasible.total);
  for (const auto& [known, group] : groups) {
    if (group.first > 0) {
      EXPECT_GE(static_cast<double>(group.second) / group.first + 1e-9, infeasible.largest_l());
    }
  }
}

// Makes some numbers indistinguishable from the next one in ranges.
void blur_ends(Choices& choices, Microdata& data) {
  for (Attribute& attribute : data.attributes) {
    if (!attribute.numeric() || choices.one_in(2)) continue;
    for (Code code = 0; code < attribute.distinct; ++code) {
      attribute.same_end.push_back(code > 0 && choices.one_in(3) ? attribute.same_end.back()
                                                                 : code);
    }
  }
}

TEST(SlicingProperty, EveryReleaseHolds) {
  int released = 0;
  int refused = 0;
  for (int i = 0; i < test::tried(tables); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    Microdata data = test::random_table(
        choices, {.most_sensitive = choices.one_in(4) ? 3 : 1, .insensitive = choices.one_in(3)});
    blur_ends(choices, data);
    const SlicingOptions options =
        i % 4 == 0 ? oblivious_options(choices, data) : random_options(choices, data);
    Random random = Random::seeded(seed);
    try {
      const Slicing slicing = slice(data, options, random, {});
      ++released;
      const oracle::Table table = published_table(data, slicing);
      const oracle::Slicing naive = published_slicing(data, slicing);
      expect_partition(data, slicing, options.suppress);
      expect_permuted(slicing);
      expect_regions(data, slicing);
      expect_privacy(data, slicing, options);
      expect_common_values(data, slicing, options);
      EXPECT_TRUE(oracle::l_diverse(table, naive, options.l));
      EXPECT_TRUE(oracle::counted_l_diverse(table, naive, options.l));
      if (options.check == DiversityCheckScope::bucket || options.grouping == Grouping::strict) {
        for (std::size_t b = 0; b < naive.buckets.size(); ++b) {
          EXPECT_TRUE(oracle::bucket_l_diverse(table, naive, b, options.l));
        }
      }
    } catch (const Infeasible& infeasible) {
      ++refused;
      expect_evidence(data, infeasible, options);
    }
    if (HasFailure()) break;
  }
  // Both outcomes must be frequent enough.
  EXPECT_GT(released, test::expected_of(tables / 10));
  EXPECT_GT(refused, test::expected_of(tables / 10));
}

// Oblivious cuts divide rows with equal quasi-identifiers of a sensitive column only among
// themselves. The requirements of both sensitive attributes must therefore hold for these rows, or
// the call publishes nothing.
TEST(SlicingProperty, ObliviousCutsNeedEachGroupOfRowsFeasible) {
  int together = 0;
  int released = 0;
  for (int i = 0; i < test::tried(tables); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    Microdata data;
    data.rows = static_cast<Row>(choices.between(2, 16));
    for (const Role role :
         {Role::quasi_identifier, Role::sensitive, Role::sensitive, Role::quasi_identifier}) {
      Attribute attribute;
      attribute.role = role;
      attribute.distinct = role == Role::sensitive ? 6 : 2;
      data.attributes.push_back(attribute);
      std::vector<Code>& codes = data.columns.emplace_back();
      for (Row row = 0; row < data.rows; ++row)
        codes.push_back(
            static_cast<Code>(choices.between(0, static_cast<int>(attribute.distinct) - 1)));
    }
    SlicingOptions options;
    options.l = choices.of(std::vector<double>{1.5, 2});
    options.groups = {{{0, 1}, {}}, {{2}, {}}, {{3}, {}}};
    options.cuts = Cuts::oblivious;
    const auto is_infeasible = [&](std::size_t sensitive, bool known) {
      std::map<Code, std::map<Code, int>> times;
      std::map<Code, int> rows;
      for (Row row = 0; row < data.rows; ++row) {
        const Code q = known ? data.columns[0][row] : 0;
        ++times[q][data.columns[sensitive][row]];
        ++rows[q];
      }
      return std::any_of(times.begin(), times.end(), [&](const auto& group) {
        return std::any_of(group.second.begin(), group.second.end(), [&](const auto& value) {
          return value.second * options.l > rows[group.first];
        });
      });
    };
    Random random = Random::seeded(seed);
    try {
      slice(data, options, random, {});
      ++released;
      EXPECT_FALSE(is_infeasible(1, true) || is_infeasible(2, true));
    } catch (const Infeasible& infeasible) {
      EXPECT_TRUE(is_infeasible(1, true) || is_infeasible(2, true));
      const bool is_of_both = infeasible.reason == Infeasible::Reason::oblivious_share;
      EXPECT_EQ(is_of_both, !is_infeasible(1, true) && !is_infeasible(2, false));
      together += is_of_both ? 1 : 0;
    }
    if (HasFailure()) break;
  }
  EXPECT_GT(released, test::expected_of(tables / 20));
  EXPECT_GT(together, test::expected_of(tables / 20));
}

// Strict regions are disjoint, so that a tuple matches only its own bucket.
TEST(SlicingProperty, StrictBucketsMatchOnce) {
  for (int i = 0; i < tables / 4; ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const Microdata data = test::random_table(choices, {});
    SlicingOptions options;
    options.groups = test::random_partition(choices, data);
    options.l = choices.of(std::vector<double>{1, 1.5, 2});
    options.grouping = Grouping::strict;
    Random random = Random::seeded(seed);
    try {
      const Slicing slicing = slice(data, options, random, {});
      const oracle::Table table = test::oracle_table(data);
      const oracle::Slicing naive = published_slicing(data, slicing);
      for (std::size_t b = 0; b < naive.buckets.size(); ++b) {
        for (std::size_t t = 0; t < table.rows.size(); ++t) {
          const bool own = std::find(naive.buckets[b].begin(), naive.buckets[b].end(), t) !=
                           naive.buckets[b].end();
          EXPECT_EQ(oracle::matching_degree(table, naive, t, b) > 0, own);
        }
      }
    } catch (const Infeasible&) {
    }
    if (HasFailure()) break;
  }
}

// A cancel at any checkpoint ends the work at once and leaks nothing, which the sanitized build
// checks.
TEST(SlicingProperty, CancelledAnywhere) {
  struct Cancelled {};
  for (int i = 0; i < test::tried(200); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const Microdata data = test::random_table(choices, {.most_rows = 20000, .most_values = 30});
    SlicingOptions options;
    options.l = 1.5;
    options.threads = {static_cast<unsigned>(choices.between(1, 3)), 64};
    options.k = choices.one_in(2) ? 1 : 3;
    int left = choices.between(0, 60);
    const Progress progress([&] {
      if (left-- == 0) throw Cancelled{};
    });
    Random random = Random::seeded(seed);
    try {
      slice(data, options, random, progress);
    } catch (const Cancelled&) {
    } catch (const Infeasible&) {
    }
  }
}

}  // namespace
}  // namespace microdata
