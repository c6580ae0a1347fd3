#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <vector>

#include "core/microdata/permutation.hpp"
#include "core/microdata/selection.hpp"
#include "core/risk/placed_pool.hpp"
#include "property/placed_groups.hpp"
#include "property/random_table.hpp"
#include "property/sliced_view.hpp"

// Compares people who were placed region by region and pooled with the same people placed in the
// whole release.

namespace microdata {
namespace {

using test::Choices;

// One region: the rows of its members and outsiders in the whole table.
struct Region {
  std::vector<Row> members;
  std::vector<Row> outsiders;
  // Buckets of the published members.
  TuplePartition buckets;
  std::vector<std::vector<Row>> linking;
  // Sensitive values of counterfeits, each after its bucket.
  std::vector<std::pair<std::uint32_t, Code>> counterfeits;
};

constexpr Code sensitive_values = 4;

// A table with the region as a quasi-identifier, another quasi-identifier and a sensitive
// attribute. Members come first, region by region, then outsiders.
struct Whole {
  Microdata data;
  std::vector<Region> regions;
  std::size_t members = 0;
};

void add_row(Choices& choices, std::size_t region, Microdata& data) {
  data.columns[0].push_back(static_cast<Code>(region));
  data.columns[1].push_back(static_cast<Code>(choices.between(0, 2)));
  data.columns[2].push_back(static_cast<Code>(choices.between(0, sensitive_values - 1)));
  ++data.rows;
}

TuplePartition random_buckets(Choices& choices, const std::vector<Row>& members) {
  TuplePartition buckets;
  for (const Row row : members) {
    // Some members are suppressed.
    if (choices.one_in(6)) continue;
    buckets.rows.push_back(row);
    if (choices.one_in(3)) buckets.offsets.push_back(static_cast<Row>(buckets.rows.size()));
  }
  if (buckets.offsets.back() < buckets.rows.size())
    buckets.offsets.push_back(static_cast<Row>(buckets.rows.size()));
  return buckets;
}

Whole random_whole(Choices& choices) {
  Whole whole;
  whole.regions.resize(static_cast<std::size_t>(choices.between(1, 3)));
  whole.data.attributes.resize(3);
  whole.data.columns.resize(3);
  whole.data.attributes[0].distinct = static_cast<Code>(whole.regions.size());
  whole.data.attributes[1].distinct = 3;
  whole.data.attributes[2].distinct = sensitive_values;
  whole.data.attributes[2].role = Role::sensitive;
  for (std::vector<Row> Region::*rows : {&Region::members, &Region::outsiders}) {
    for (std::size_t r = 0; r < whole.regions.size(); ++r) {
      for (int n = choices.between(0, 9); n > 0; --n) {
        (whole.regions[r].*rows).push_back(whole.data.rows);
        add_row(choices, r, whole.data);
      }
    }
    if (rows == &Region::members) whole.members = whole.data.rows;
  }
  for (Region& region : whole.regions) {
    region.buckets = random_buckets(choices, region.members);
    Random random = Random::seeded(choices.bits());
    region.linking = permute_columns(region.buckets, 2, random, {});
    for (std::uint32_t b = 0; b < region.buckets.buckets(); ++b) {
      if (choices.one_in(3))
        region.counterfeits.emplace_back(b, choices.between(0, sensitive_values - 1));
    }
  }
  return whole;
}

// Returns the view of the release; `number_of` maps rows of the whole table to numbers.
template <typename NumberOf>
SlicedView view_of(const Microdata& data, const std::vector<const Region*>& regions,
                   const std::vector<Code>& code_of, const NumberOf& number_of) {
  TuplePartition buckets;
  std::vector<std::vector<Row>> linking(2);
  std::vector<std::pair<std::uint32_t, Code>> counterfeits;
  for (const Region* region : regions) {
    const auto before = static_cast<std::uint32_t>(buckets.buckets());
    for (const auto& [bucket, value] : region->counterfeits)
      counterfeits.emplace_back(before + bucket, code_of[value]);
    for (std::size_t b = 0; b < region->buckets.buckets(); ++b) {
      for (const Row row : region->buckets.bucket(b))
        buckets.rows.push_back(number_of(row));
      buckets.offsets.push_back(static_cast<Row>(buckets.rows.size()));
    }
    for (std::size_t c = 0; c < 2; ++c) {
      for (const Row row : region->linking[c])
        linking[c].push_back(number_of(row));
    }
  }
  SlicedView view = test::make_view(data, {{{0, 1}, {}}, {{2}, {}}}, buckets, linking);
  for (const auto& [bucket, value] : counterfeits) {
    view.bucket_of.push_back(bucket);
    view.columns[0].known.published.push_back(nowhere);
    view.columns[1].known.published.push_back(0);
    view.sensitive.front().published.push_back(value);
  }
  return view;
}

// Returns the view of one region alone: members, then outsiders, with the region's own codes.
SlicedView view_of_region(const Whole& whole, const Region& region,
                          const std::vector<Code>& code_of) {
  std::vector<Row> rows = region.members;
  rows.insert(rows.end(), region.outsiders.begin(), region.outsiders.end());
  Microdata data = selected(whole.data, rows, {});
  for (Code& code : data.columns[2])
    code = code_of[code];
  return view_of(data, {&region}, code_of, [&](Row row) {
    return static_cast<Row>(std::find(rows.begin(), rows.end(), row) - rows.begin());
  });
}

std::vector<Row> numbers(std::size_t from, std::size_t count) {
  std::vector<Row> result(count);
  std::iota(result.begin(), result.end(), static_cast<Row>(from));
  return result;
}

std::vector<Code> random_codes(Choices& choices) {
  std::vector<Code> codes = numbers(0, sensitive_values);
  test::shuffle(codes, choices);
  return codes;
}

std::vector<Code> inverse(const std::vector<Code>& codes) {
  std::vector<Code> result(codes.size());
  for (Code code = 0; code < codes.size(); ++code)
    result[codes[code]] = code;
  return result;
}

// Positions of members in the order of their regions, and the people to look for.
struct Asked {
  std::map<Row, double> rank;
  std::vector<Row> members;
  std::vector<Row> outsiders;
};

void add_region(const Whole& whole, const Region& region, std::size_t most_pairs,
                const std::vector<Code>& collected, Choices& choices, PlacedPool& pool,
                Asked& asked) {
  const std::vector<Code> code_of = random_codes(choices);
  const SlicedView view = view_of_region(whole, region, code_of);
  std::vector<Row> members = numbers(0, region.members.size());
  test::shuffle(members, choices);
  const std::vector<Row> outsiders = numbers(members.size(), region.outsiders.size());
  const auto place = [&](const std::vector<Row>& persons) {
    return place_persons(view, view.sensitive.front(), persons, most_pairs, {});
  };
  const PlacedPersons placed = place(members);
  const PlacedPersons outside = place(outsiders);
  std::vector<Code> codes;
  for (const Code code : inverse(code_of))
    codes.push_back(collected[code]);
  pool.add({placed, members.size(), outside, outsiders.size(), codes});
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Row row = region.members[members[i]];
    asked.rank[row] = static_cast<double>(i) / static_cast<double>(members.size());
    if (i < placed.persons.size()) asked.members.push_back(row);
  }
  for (std::size_t i = 0; i < outside.persons.size(); ++i)
    asked.outsiders.push_back(region.outsiders[i]);
}

const auto same_value = [](Code value) { return value; };

// Returns the groups that have rows of counterfeits.
std::vector<std::pair<std::map<Code, std::uint32_t>, std::uint32_t>> groups_with_nobody(
    const PlacedPersons& placed) {
  std::vector<std::pair<std::map<Code, std::uint32_t>, std::uint32_t>> groups;
  for (const PlacedPersons::Nobody& group : placed.nobody) {
    groups.push_back({{}, group.rows});
    for (std::size_t slot = group.first_slot; slot < group.first_slot + group.slots; ++slot)
      groups.back().first[placed.slots[slot].value] += placed.slots[slot].rows;
  }
  std::sort(groups.begin(), groups.end());
  return groups;
}

// Expects `found` to equal `expected`, in any order; groups of the pool correspond to groups of the
// whole.
void expect_same(const PlacedPersons& found, const PlacedPersons& expected,
                 std::map<std::size_t, std::size_t>& group_of) {
  ASSERT_EQ(found.persons.size(), expected.persons.size());
  std::map<Row, std::size_t> at;
  for (std::size_t i = 0; i < expected.persons.size(); ++i)
    at[expected.persons[i]] = i;
  for (std::size_t i = 0; i < found.persons.size(); ++i) {
    ASSERT_TRUE(at.contains(found.persons[i]));
    const std::size_t in_whole = at[found.persons[i]];
    test::expect_groups(test::groups_of(found, i, same_value),
                        test::groups_of(expected, in_whole, same_value));
    for (std::size_t p = 0; p < found.of(i).size(); ++p) {
      const std::size_t first = expected.of(in_whole)[p].first_slot;
      EXPECT_EQ(group_of.emplace(first, found.of(i)[p].first_slot).first->second,
                found.of(i)[p].first_slot);
    }
  }
  EXPECT_EQ(found.pairs, expected.pairs);
  EXPECT_EQ(found.rows_of_values(), expected.rows_of_values());
}

TEST(PlacedPoolProperty, IsThePlacementInAllRegionsTogether) {
  int unmatched = 0;
  int left_out = 0;
  int nobody = 0;
  test::for_cases(1000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const Whole whole = random_whole(choices);
    const auto most_pairs =
        static_cast<std::size_t>(choices.one_in(2) ? choices.between(0, 30) : 1000);
    const std::vector<Code> collected = random_codes(choices);
    PlacedPool pool;
    Asked asked;
    std::vector<const Region*> regions;
    for (const Region& region : whole.regions) {
      add_region(whole, region, most_pairs, collected, choices, pool, asked);
      regions.push_back(&region);
    }
    EXPECT_EQ(pool.members(), whole.members);
    Random random = Random::seeded(choices.bits());
    const PlacedPersons members = pool.take_members(inverse(collected), random);
    const PlacedPersons outside = pool.take_outsiders();

    const SlicedView view =
        view_of(whole.data, regions, numbers(0, sensitive_values), [](Row row) { return row; });
    const auto place = [&](const std::vector<Row>& persons) {
      return place_persons(view, view.sensitive.front(), persons, 1000, {});
    };
    const PlacedPersons expected = persons_with_places(place(asked.members));
    std::map<std::size_t, std::size_t> group_of;
    expect_same(members, expected, group_of);
    expect_same(outside, place(asked.outsiders), group_of);
    EXPECT_EQ(members.rows_of_persons(), expected.rows_of_persons());
    EXPECT_EQ(groups_with_nobody(members), groups_with_nobody(expected));
    ASSERT_EQ(pool.ranks().size(), members.persons.size());
    for (std::size_t i = 0; i < members.persons.size(); ++i)
      EXPECT_NEAR(pool.ranks()[i], asked.rank[members.persons[i]], 1e-6);
    unmatched += members.persons.size() < asked.members.size() ? 1 : 0;
    left_out += asked.members.size() < whole.members ? 1 : 0;
    nobody += members.nobody.empty() ? 0 : 1;
  });
  if (HasFailure()) return;
  EXPECT_GT(unmatched, test::expected_of(100));
  EXPECT_GT(left_out, test::expected_of(100));
  EXPECT_GT(nobody, test::expected_of(300));
}

TEST(PlacedPoolProperty, TakesMembersInAnyOrder) {
  Random random = Random::seeded(test::first_seed());
  PlacedPersons placed;
  placed.slots = {{0, 3}};
  placed.persons = {0, 1, 2};
  placed.places.assign(3, {0, 1, 1});
  placed.first_place = {0, 1, 2, 3};
  const std::vector<Code> same{0};
  std::map<std::vector<Row>, int> orders;
  constexpr int draws = 6000;
  for (int draw = 0; draw < draws; ++draw) {
    PlacedPool pool;
    pool.add({placed, placed.persons.size(), {}, 0, same});
    ++orders[pool.take_members(same, random).persons];
  }
  ASSERT_EQ(orders.size(), 6U);
  // The tolerance is six standard deviations.
  for (const auto& [order, times] : orders)
    EXPECT_NEAR(times, draws / 6.0, 175);
}

}  // namespace
}  // namespace microdata
