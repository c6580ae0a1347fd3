#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

#include "core/base/random.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/selection.hpp"
#include "core/utility/count_estimate.hpp"
#include "core/utility/distribution_model.hpp"
#include "core/utility/part_placement.hpp"
#include "property/random_table.hpp"

// Tests that measures of published parts, as readers reconstruct them, equal those of the original
// parts.

namespace microdata {
namespace {

AttributeSet all_attributes(const Microdata& data) {
  AttributeSet attributes(data.attributes.size());
  std::iota(attributes.begin(), attributes.end(), 0);
  return attributes;
}

AttributeSet some_of(test::Choices& choices, const AttributeSet& attributes) {
  AttributeSet some{choices.of(attributes)};
  for (const std::size_t a : attributes) {
    if (choices.one_in(2)) some = united(some, {a});
  }
  return some;
}

std::vector<PublishedPart> random_parts(test::Choices& choices, const Microdata& data) {
  std::vector<PublishedPart> parts(static_cast<std::size_t>(choices.between(1, 3)));
  for (PublishedPart& part : parts) {
    part.attributes = some_of(choices, all_attributes(data));
    if (choices.one_in(2)) continue;
    BucketedAttributes bucketed{some_of(choices, part.attributes), {}, {}};
    const int buckets = choices.between(1, std::max(1, static_cast<int>(data.rows) / 2));
    for (Row row = 0; row < data.rows; ++row)
      bucketed.bucket_of_row.push_back(row % static_cast<std::uint32_t>(buckets));
    part.bucketed = std::make_shared<const BucketedAttributes>(std::move(bucketed));
  }
  return parts;
}

std::vector<Row> shuffled(Row rows, Random& random) {
  std::vector<Row> order(rows);
  std::iota(order.begin(), order.end(), Row{0});
  random.shuffle(std::span(order));
  return order;
}

// Returns a permutation that maps each row to a row of its bucket.
std::vector<Row> permuted_in_buckets(const std::vector<std::uint32_t>& bucket_of, Random& random) {
  std::vector<Row> by_bucket = shuffled(static_cast<Row>(bucket_of.size()), random);
  std::vector<Row> again = shuffled(static_cast<Row>(bucket_of.size()), random);
  const auto in_bucket = [&](Row a, Row b) { return bucket_of[a] < bucket_of[b]; };
  std::stable_sort(by_bucket.begin(), by_bucket.end(), in_bucket);
  std::stable_sort(again.begin(), again.end(), in_bucket);
  std::vector<Row> linked(bucket_of.size());
  for (std::size_t i = 0; i < linked.size(); ++i)
    linked[by_bucket[i]] = again[i];
  return linked;
}

// Returns the published form of a part for some rows of the data.
PartReading published(const Microdata& data, const PublishedPart& part, const std::vector<Row>& of,
                      Random& random) {
  PartReading reading;
  const AttributeSet bucketed = part.bucketed ? part.bucketed->attributes : AttributeSet{};
  reading.bucketed = bucketed;
  const Combinations open = combine(data, without(part.attributes, bucketed));
  const Combinations linked = combine(data, bucketed);
  reading.open = {{}, open.of_row, open.distinct};
  reading.linked = {{}, linked.of_row, linked.distinct};
  std::vector<std::uint32_t> bucket_of(of.size());
  for (std::size_t i = 0; i < of.size() && part.bucketed; ++i)
    bucket_of[i] = part.bucketed->bucket_of_row[of[i]];
  const std::vector<Row> link = permuted_in_buckets(bucket_of, random);
  for (const Row i : shuffled(static_cast<Row>(of.size()), random)) {
    reading.open.published.push_back(open.of_row[of[i]]);
    reading.linked.published.push_back(linked.of_row[of[link[i]]]);
    reading.bucket_of.push_back(bucket_of[i]);
  }
  return reading;
}

std::vector<PublishedPart> placed_parts(const std::vector<PublishedPart>& parts,
                                        const PartPlacement& placement) {
  std::vector<PublishedPart> placed;
  for (std::size_t p = 0; p < parts.size(); ++p)
    placed.push_back({parts[p].attributes, placement.bucketed[p], nullptr});
  return placed;
}

// Returns the part with its own rows in another order.
PublishedPart by_itself(const Microdata& data, const PublishedPart& part, Random& random) {
  const std::vector<Row> order = shuffled(data.rows, random);
  Microdata rows = selected(data, order, {});
  PublishedPart result{part.attributes, nullptr, nullptr};
  if (part.bucketed) {
    BucketedAttributes bucketed{part.bucketed->attributes, {}, {}};
    for (const Row row : order)
      bucketed.bucket_of_row.push_back(part.bucketed->bucket_of_row[row]);
    result.bucketed = std::make_shared<const BucketedAttributes>(std::move(bucketed));
  }
  for (std::size_t a = 0; a < rows.columns.size(); ++a) {
    if (!contains(part.attributes, a)) rows.columns[a].clear();
  }
  result.rows = std::make_shared<const Microdata>(std::move(rows));
  return result;
}

std::vector<ValueSet> random_predicate(test::Choices& choices, const Microdata& data) {
  std::vector<ValueSet> predicate;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    if (choices.one_in(2)) continue;
    ValueSet set{a, {}};
    for (Code code = 0; code < data.attributes[a].distinct; ++code)
      set.contains.push_back(choices.one_in(2));
    predicate.push_back(std::move(set));
  }
  return predicate;
}

template <typename Test>
void for_tables(const Test& test) {
  const std::uint64_t seed = test::first_seed();
  for (std::uint64_t i = 0; i < 200; ++i) {
    SCOPED_TRACE("MICRODATA_SEED=" + std::to_string(seed + i));
    test::Choices choices(seed + i);
    const Microdata data = test::random_table(choices, {});
    Random random = Random::seeded(choices.bits());
    test(choices, data, random_parts(choices, data), random);
  }
}

TEST(PartPlacementProperty, GivesTheSameDivergence) {
  for_tables([](test::Choices&, const Microdata& data, const std::vector<PublishedPart>& parts,
                Random& random) {
    std::vector<PartReading> readings;
    for (const PublishedPart& part : parts)
      readings.push_back(published(data, part, shuffled(data.rows, random), random));
    const PartPlacement placement = place_in_parts(readings, data.rows, {});
    EXPECT_EQ(placement.tuples.size(), data.rows);
    EXPECT_EQ(placement.unplaced, 0);
    const AttributeSet attributes = all_attributes(data);
    const double placed = kl_divergence(data, attributes, placed_parts(parts, placement), {}).nats;
    const Divergence made = kl_divergence(data, attributes, parts, {});
    // Parts whose buckets contradict each other might exclude existing tuples.
    if (!made.converged && std::isinf(made.nats)) {
      EXPECT_EQ(placed, made.nats);
    } else {
      EXPECT_NEAR(placed, made.nats, 1e-9);
    }
  });
}

TEST(PartPlacementProperty, LeavesOutAsManyTuplesAsWereLeftOut) {
  for_tables([](test::Choices& choices, const Microdata& data,
                const std::vector<PublishedPart>& parts, Random& random) {
    std::vector<Row> kept = shuffled(data.rows, random);
    kept.resize(static_cast<std::size_t>(choices.between(1, static_cast<int>(data.rows))));
    std::vector<PartReading> readings;
    for (const PublishedPart& part : parts)
      readings.push_back(published(data, part, kept, random));
    const PartPlacement placement = place_in_parts(readings, data.rows, {});
    EXPECT_GE(placement.tuples.size(), kept.size());
    const Divergence divergence =
        kl_divergence(selected(data, placement.tuples, {}), all_attributes(data),
                      placed_parts(parts, placement), {});
    EXPECT_TRUE(std::isfinite(divergence.nats) || !divergence.converged);
    // One part alone contains the whole information.
    if (parts.size() == 1 && !parts.front().bucketed) {
      EXPECT_EQ(placement.tuples.size(), kept.size());
      EXPECT_EQ(placement.unplaced, 0);
    }
    for (std::size_t p = 0; p < parts.size(); ++p) {
      if (!placement.bucketed[p]) continue;
      const auto& buckets = placement.bucketed[p]->bucket_of_row;
      EXPECT_LE(static_cast<std::size_t>(std::count_if(buckets.begin(), buckets.end(),
                                                       [](auto b) { return b != no_bucket; })),
                kept.size());
    }
  });
}

TEST(CountEstimatorProperty, TakesPartsByThemselves) {
  for_tables([](test::Choices& choices, const Microdata& data,
                const std::vector<PublishedPart>& parts, Random& random) {
    Microdata only_attributes;
    only_attributes.rows = data.rows;
    only_attributes.attributes = data.attributes;
    std::vector<PublishedPart> themselves;
    for (const PublishedPart& part : parts)
      themselves.push_back(by_itself(data, part, random));
    const std::vector<ValueSet> predicate = random_predicate(choices, data);
    EXPECT_NEAR(CountEstimator(only_attributes, themselves, {}).estimate(predicate, {}),
                CountEstimator(data, parts, {}).estimate(predicate, {}), 1e-6);
  });
}

}  // namespace
}  // namespace microdata
