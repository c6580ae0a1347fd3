#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/choice/release_view.hpp"
#include "core/microdata/combination.hpp"
#include "core/risk/disclosure.hpp"
#include "core/risk/label_cover.hpp"
#include "core/risk/linkage.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/tuple_placement.hpp"
#include "core/slicing/slicing.hpp"
#include "property/random_table.hpp"

// Tests of sliced releases with k by the definition. A bucket contains every published value of
// quasi-identifiers at least k times. An attacker who knows which values it covers cannot break l.

namespace microdata {
namespace {

using test::Choices;

SlicingOptions random_options(Choices& choices, const Microdata& data) {
  SlicingOptions options;
  options.k = static_cast<std::uint32_t>(choices.between(2, 4));
  options.l = choices.of(std::vector<double>{1, 1.5, 2, 2.5});
  options.groups = test::random_partition(choices, data);
  options.grouping = choices.of(std::vector<Grouping>{Grouping::relaxed, Grouping::strict});
  options.check = choices.of(
      std::vector<DiversityCheckScope>{DiversityCheckScope::bucket, DiversityCheckScope::exact});
  options.if_infeasible = choices.of(std::vector<IfInfeasible>{
      IfInfeasible::error, IfInfeasible::generalize, IfInfeasible::suppress});
  options.generalizes_linked = choices.one_in(4);
  if (choices.one_in(2)) options.suppress = choices.real();
  if (!choices.one_in(4))
    options.privacy.emplace_back(KAnonymity{static_cast<double>(choices.between(6, 16))});
  if (choices.one_in(8)) options.threads = {2, 8};
  return options;
}

// Makes some numbers indistinguishable from the next one in ranges.
void blur_ends(Choices& choices, Microdata& data) {
  for (Attribute& attribute : data.attributes) {
    if (!attribute.numeric() || choices.one_in(2)) continue;
    for (Code code = 0; code < attribute.distinct; ++code)
      attribute.same_end.push_back(code > 0 && choices.one_in(3) ? attribute.same_end.back()
                                                                 : code);
  }
}

// Values that a row shows of each quasi-identifier of its column; for numbers, all values within a
// range.
using Shown = std::vector<std::set<Code>>;

Shown shown_of(const Microdata& data, const ColumnGeneralization& column, Row row) {
  Shown shown;
  for (std::size_t i = 0; i < column.attributes.size(); ++i) {
    const Attribute& attribute = data.attributes[column.attributes[i]];
    const std::vector<Code>& codes = column.codes[i][column.of_row[row]];
    std::set<Code>& covered = shown.emplace_back(codes.begin(), codes.end());
    if (!attribute.numeric()) continue;
    for (Code code = 0; code < attribute.distinct; ++code) {
      const Code end = attribute.end_of_range(code);
      if (attribute.end_of_range(codes.front()) <= end &&
          end <= attribute.end_of_range(codes.back()))
        covered.insert(code);
    }
  }
  return shown;
}

bool covers(const Microdata& data, const AttributeSet& attributes, const Shown& shown, Row row) {
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (!shown[i].contains(data.columns[attributes[i]][row])) return false;
  }
  return true;
}

// A bucket as published: the values of its rows, by column.
struct ShownBucket {
  double size = 0;
  struct Value {
    Shown shown;
    std::map<std::size_t, Code> sensitive;
  };
  std::vector<std::vector<Value>> columns;
};

std::vector<ShownBucket> shown_buckets(const Microdata& data, const Slicing& slicing) {
  std::vector<ShownBucket> result;
  for (std::size_t b = 0; b < slicing.buckets.buckets(); ++b) {
    ShownBucket& bucket = result.emplace_back();
    bucket.size = static_cast<double>(slicing.buckets.bucket(b).size());
    for (std::size_t c = 0; c < slicing.columns.size(); ++c) {
      bucket.columns.emplace_back();
      for (Row place = slicing.buckets.offsets[b]; place < slicing.buckets.offsets[b + 1];
           ++place) {
        const Row row = slicing.linking[c][place];
        ShownBucket::Value& value = bucket.columns.back().emplace_back();
        if (slicing.generalizations[c])
          value.shown = shown_of(data, *slicing.generalizations[c], row);
        for (const std::size_t s : sensitive_attributes(data, slicing.columns[c]))
          value.sensitive[s] = data.columns[s][row];
      }
    }
  }
  return result;
}

// Expects p(t, s) of at most 1/l for every value s: in each bucket that covers the tuple, and over
// these buckets with either weighting.
void expect_diverse(const Microdata& data, const Slicing& slicing,
                    const std::vector<ShownBucket>& buckets, Row tuple, double l) {
  std::vector<AttributeSet> known;
  for (const Column& column : slicing.columns)
    known.push_back(quasi_identifiers(data, column));
  double by_degree = 0;
  double by_count = 0;
  std::map<std::pair<std::size_t, Code>, double> with_value;
  std::map<std::pair<std::size_t, Code>, double> counted;
  for (const ShownBucket& bucket : buckets) {
    double degree = 1;
    std::map<std::pair<std::size_t, Code>, double> share;
    for (std::size_t c = 0; c < known.size(); ++c) {
      double matching = 0;
      std::set<Shown> regions;
      std::map<std::pair<std::size_t, Code>, double> rows;
      for (const ShownBucket::Value& value : bucket.columns[c]) {
        if (!covers(data, known[c], value.shown, tuple)) continue;
        ++matching;
        regions.insert(value.shown);
        for (const auto& [s, code] : value.sensitive)
          ++rows[{s, code}];
      }
      EXPECT_LE(regions.size(), 1U);
      for (const auto& [value, count] : rows) {
        share[value] = count / matching;
        EXPECT_LE(count / matching, 1 / l + 1e-9);
      }
      degree *= matching / bucket.size;
    }
    by_degree += degree;
    by_count += degree * bucket.size;
    for (const auto& [value, s] : share) {
      with_value[value] += degree * s;
      counted[value] += degree * bucket.size * s;
    }
  }
  for (const auto& [value, sum] : with_value) {
    EXPECT_LE(sum, by_degree / l + 1e-9);
    EXPECT_LE(counted[value], by_count / l + 1e-9);
  }
}

// Returns the release of slice(), or no value if the options cannot be met.
std::optional<Slicing> sliced(const Microdata& data, const SlicingOptions& options,
                              std::uint64_t seed) {
  Random random = Random::seeded(seed);
  try {
    return slice(data, options, random, {});
  } catch (const Infeasible&) {
    return std::nullopt;
  }
}

TEST(BucketGeneralizationProperty, NothingStandsFewerThanKTimesInItsBucket) {
  int released = 0;
  int of_several = 0;
  int linked = 0;
  test::for_cases(4000, [&](Choices& choices, std::uint64_t seed) {
    Microdata data = test::random_table(choices, {.most_rows = 48,
                                                  .most_values = 6,
                                                  .most_sensitive = choices.one_in(4) ? 2 : 1,
                                                  .insensitive = choices.one_in(3)});
    blur_ends(choices, data);
    const SlicingOptions options = random_options(choices, data);
    const std::optional<Slicing> feasible = sliced(data, options, seed);
    if (!feasible) return;
    ++released;
    const Slicing& slicing = *feasible;
    const std::vector<ShownBucket> buckets = shown_buckets(data, slicing);
    for (std::size_t c = 0; c < slicing.columns.size(); ++c) {
      const AttributeSet known = quasi_identifiers(data, slicing.columns[c]);
      ASSERT_EQ(slicing.generalizations[c].has_value(), !known.empty());
      if (known.empty()) continue;
      const ColumnGeneralization& column = *slicing.generalizations[c];
      EXPECT_EQ(column.attributes, known);
      EXPECT_TRUE(column.in_buckets);
      std::map<std::uint32_t, std::set<std::size_t>> buckets_of_region;
      for (std::size_t b = 0; b < buckets.size(); ++b) {
        std::map<Shown, std::uint32_t> times;
        for (const ShownBucket::Value& value : buckets[b].columns[c])
          ++times[value.shown];
        for (const auto& [shown, count] : times)
          EXPECT_GE(count, options.k);
        of_several += times.size() > 1 ? 1 : 0;
        linked +=
            times.size() > 1 && !sensitive_attributes(data, slicing.columns[c]).empty() ? 1 : 0;
        for (const Row row : slicing.buckets.bucket(b)) {
          EXPECT_TRUE(covers(data, known, shown_of(data, column, row), row));
          buckets_of_region[column.of_row[row]].insert(b);
        }
      }
      EXPECT_EQ(buckets_of_region.size(), column.regions);
      for (const auto& [region, of] : buckets_of_region)
        EXPECT_EQ(of.size(), 1U);
    }
    // Each column has the rows of the bucket.
    for (const std::vector<Row>& linking : slicing.linking) {
      for (std::size_t b = 0; b < buckets.size(); ++b) {
        const auto bucket = slicing.buckets.bucket(b);
        EXPECT_TRUE(std::is_permutation(bucket.begin(), bucket.end(),
                                        linking.begin() + slicing.buckets.offsets[b]));
      }
    }
    for (Row tuple = 0; tuple < data.rows; ++tuple)
      expect_diverse(data, slicing, buckets, tuple, options.l);
  });
  EXPECT_GT(released, test::expected_of(1000));
  EXPECT_GT(of_several, test::expected_of(1000));
  EXPECT_GT(linked, test::expected_of(100));
}

// Returns the view of a release as readers reconstruct it: whole values contain the sensitive and
// insensitive attributes next to the known ones.
SlicedView read_back(const Microdata& data, const Slicing& slicing) {
  SlicedView view = make_view(data, slicing, {});
  for (std::size_t c = 0; c < slicing.columns.size(); ++c) {
    if (!view.columns[c].known.covering) continue;
    AttributeSet others;
    for (const std::size_t a : slicing.columns[c].attributes) {
      if (data.attributes[a].role != Role::quasi_identifier) others.push_back(a);
    }
    const Combinations rest = combine(data, others);
    SlicedView::Values values;
    values.tuples = rest.of_row;
    values.distinct = rest.distinct;
    for (const Row row : slicing.linking[c])
      values.published.push_back(rest.of_row[row]);
    view.columns[c].whole = with_rest(view.columns[c].known, values, {});
  }
  return view;
}

// The matching degree of a tuple, and the degree divided by the numbers of combinations that
// regions cover.
struct Degree {
  double degree = 1;
  double alike = 1;
};

Degree expected_degree(const Microdata& data, const Slicing& slicing, const ShownBucket& bucket,
                       Row tuple) {
  Degree degree;
  for (std::size_t c = 0; c < slicing.columns.size(); ++c) {
    const AttributeSet known = quasi_identifiers(data, slicing.columns[c]);
    double rows = 0;
    double of_values = 0;
    for (const ShownBucket::Value& value : bucket.columns[c]) {
      if (!covers(data, known, value.shown, tuple)) continue;
      double combinations = 1;
      for (const std::set<Code>& codes : value.shown)
        combinations *= static_cast<double>(codes.size());
      ++rows;
      of_values += 1 / combinations;
    }
    degree.degree *= rows / bucket.size;
    degree.alike *= of_values / bucket.size;
  }
  return degree;
}

TEST(BucketGeneralizationProperty, WhatIsReadBackAgreesWithTheDefinition) {
  int released = 0;
  int several = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t seed) {
    const Microdata data = test::random_table(
        choices, {.most_rows = 48, .most_values = 6, .most_sensitive = 2, .insensitive = true});
    SlicingOptions options = random_options(choices, data);
    options.suppress = 0;
    const std::optional<Slicing> feasible = sliced(data, options, seed);
    if (!feasible) return;
    ++released;
    const Slicing& slicing = *feasible;
    const std::vector<ShownBucket> buckets = shown_buckets(data, slicing);
    const SlicedView view = read_back(data, slicing);
    const MatchingBuckets matching(view, MatchingBuckets::Over::known, {});
    std::vector<Match> matches;
    std::vector<double> worst(view.sensitive.size());
    for (Row tuple = 0; tuple < data.rows; ++tuple) {
      std::vector<std::uint32_t> values;
      for (const SlicedView::Column& column : view.columns)
        values.push_back(column.known.tuples[tuple]);
      matching.find(values, matches);
      several += matches.size() > 1 ? 1 : 0;
      std::vector<double> degrees;
      double total = 0;
      for (std::uint32_t b = 0; b < buckets.size(); ++b) {
        const Degree expected = expected_degree(data, slicing, buckets[b], tuple);
        degrees.push_back(expected.degree);
        total += degrees.back() * buckets[b].size;
        const auto match = std::find_if(matches.begin(), matches.end(),
                                        [&](const Match& m) { return m.bucket == b; });
        EXPECT_NEAR(match == matches.end() ? 0 : match->degree, expected.degree, 1e-12);
        EXPECT_NEAR(match == matches.end() ? 0 : match->alike, expected.alike, 1e-12);
      }
      for (std::size_t j = 0; j < view.sensitive.size(); ++j) {
        const std::size_t c = view.sensitive[j].column;
        const AttributeSet known = quasi_identifiers(data, slicing.columns[c]);
        std::map<Code, double> beliefs;
        for (std::size_t b = 0; b < buckets.size(); ++b) {
          std::map<Code, double> rows;
          double all = 0;
          for (Row place = slicing.buckets.offsets[b]; place < slicing.buckets.offsets[b + 1];
               ++place) {
            const std::size_t at = place - slicing.buckets.offsets[b];
            if (!covers(data, known, buckets[b].columns[c][at].shown, tuple)) continue;
            ++rows[view.sensitive[j].published[place]];
            ++all;
          }
          for (const auto& [code, count] : rows)
            beliefs[code] += degrees[b] * buckets[b].size * count / all;
        }
        for (const auto& [code, belief] : beliefs)
          worst[j] = std::max(worst[j], belief / total);
      }
    }
    const Disclosure disclosure = measure_disclosure(view, {});
    EXPECT_EQ(disclosure.unmatched, 0U);
    for (std::size_t j = 0; j < worst.size(); ++j) {
      EXPECT_NEAR(disclosure.attributes[j].by_count.probability, worst[j], 1e-9);
      EXPECT_LE(worst[j], 1 / options.l + 1e-9);
    }
    const TuplePlacement placement = place_tuples(view, true, {});
    EXPECT_TRUE(placement.impossible_buckets.empty());
    EXPECT_EQ(placement.misplaced_tuples, 0U);
    const Linkage linkage = measure_linkage(view, {});
    EXPECT_LE(linkage.excess, std::max(linkage.bound, 0.0));
  });
  EXPECT_GT(released, test::expected_of(300));
  EXPECT_GT(several, test::expected_of(1000));
}

// The check finds columns in the source's order within buckets.
TEST(BucketGeneralizationProperty, UnpermutedColumnsAreFound) {
  test::for_cases(20, [&](Choices& choices, std::uint64_t seed) {
    Microdata data;
    data.rows = 600;
    for (const Role role : {Role::quasi_identifier, Role::quasi_identifier, Role::sensitive}) {
      Attribute attribute;
      attribute.role = role;
      attribute.distinct = role == Role::sensitive ? 6 : 40;
      data.attributes.push_back(attribute);
      data.columns.emplace_back();
    }
    for (Row row = 0; row < data.rows; ++row) {
      const int first = choices.between(0, 39);
      data.columns[0].push_back(static_cast<Code>(first));
      data.columns[1].push_back(
          static_cast<Code>(std::clamp(first + choices.between(-2, 2), 0, 39)));
      data.columns[2].push_back(static_cast<Code>(choices.between(0, 5)));
    }
    SlicingOptions options;
    options.groups = {{{0}, {}}, {{1}, {}}, {{2}, {}}};
    options.k = 2;
    options.privacy.emplace_back(KAnonymity{60});
    Random random = Random::seeded(seed);
    Slicing slicing = slice(data, options, random, {});
    const Linkage permuted = measure_linkage(read_back(data, slicing), {});
    EXPECT_LE(permuted.excess, permuted.bound);
    for (std::vector<Row>& linking : slicing.linking)
      linking = slicing.buckets.rows;
    const Linkage as_they_were = measure_linkage(read_back(data, slicing), {});
    EXPECT_GT(as_they_were.excess, as_they_were.bound);
  });
}

}  // namespace
}  // namespace microdata
