#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

#include "core/risk/set_linkage.hpp"
#include "property/published_sets.hpp"
#include "property/random_table.hpp"

// Tests that tables of people with several rows in a common order are detected, and that shuffled
// tables pass.

namespace microdata {
namespace {

using test::add_set;
using test::Choices;
using Values = std::vector<std::uint32_t>;

// Orders of people in the tables of a bucket.
struct Orders {
  enum Kind { permuted, of_people, reversed, shifted };
  Kind persons = permuted;
  Kind rows = permuted;
  Kind values = permuted;
  std::uint32_t shift = 0;
  // Share of the buckets with these orders; the others are shuffled or, if `deranged`, have no
  // person in the same place of two tables.
  double share = 1;
  bool deranged = false;
  std::uint32_t buckets = 60;
  std::uint32_t people = 5;
};

Values in_order(const Values& people, Orders::Kind kind, const Orders& orders, Choices& choices) {
  Values order = people;
  switch (kind) {
    case Orders::permuted:
      test::shuffle(order, choices);
      break;
    case Orders::of_people:
      break;
    case Orders::reversed:
      std::reverse(order.begin(), order.end());
      break;
    case Orders::shifted:
      std::rotate(order.begin(), order.begin() + orders.shift, order.end());
      break;
  }
  return order;
}

// Returns people who are distinguishable by tuple, days and values.
SubjectView told_apart(Choices& choices, const Orders& orders) {
  SubjectView view;
  view.has_rows = true;
  view.persons.buckets = orders.buckets;
  view.persons.columns.resize(1);
  view.sensitive.resize(1);
  std::uint32_t next = 0;
  for (std::uint32_t b = 0; b < view.buckets(); ++b) {
    Values people(orders.people);
    std::iota(people.begin(), people.end(), next);
    next += orders.people;
    // The order of people in a bucket is random, unless tables share it.
    test::shuffle(people, choices);
    const bool linked = b < orders.share * orders.buckets;
    std::uint32_t further = 0;
    const auto in = [&](Orders::Kind kind) {
      if (!linked && orders.deranged) {
        Values order = people;
        std::rotate(order.begin(), order.begin() + further, order.end());
        further = static_cast<std::uint32_t>(choices.between(0, 1)) + further + 1;
        further %= orders.people;
        return order;
      }
      return in_order(people, linked ? kind : Orders::permuted, orders, choices);
    };
    for (const std::uint32_t person : in(orders.persons)) {
      view.persons.bucket_of.push_back(b);
      view.persons.columns.front().whole.published.push_back(person);
    }
    for (const std::uint32_t person : in(orders.rows))
      add_set(view.rows, b, {2 * person, 2 * person + 1});
    for (const std::uint32_t person : in(orders.values))
      add_set(view.values, b, {person});
    view.rows.first_set.push_back(view.rows.sets());
    view.values.first_set.push_back(view.values.sets());
  }
  view.persons.tuples = next;
  view.persons.columns.front().whole.distinct = next;
  view.rows.whole.distinct = 2 * next;
  view.values.whole.distinct = next;
  for (std::uint32_t person = 0; person < next; ++person) {
    view.persons.columns.front().whole.tuples.push_back(person);
    for (std::uint32_t v = 0; v < 2; ++v) {
      view.person_of_tuple.push_back(person);
      view.rows.whole.tuples.push_back(2 * person + v);
      view.values.whole.tuples.push_back(person);
    }
  }
  return view;
}

TEST(SubjectOrderProperty, TablesThatShareAnOrderAreLinked) {
  test::for_cases(50, [&](Choices& choices, std::uint64_t) {
    const Linkage permuted = measure_set_linkage(told_apart(choices, {}), {});
    EXPECT_LT(permuted.excess, permuted.bound);
    for (int alone = 0; alone < 3; ++alone) {
      Orders orders{Orders::of_people, Orders::of_people, Orders::of_people};
      (alone == 0 ? orders.persons : alone == 1 ? orders.rows : orders.values) = Orders::permuted;
      const Linkage linked = measure_set_linkage(told_apart(choices, orders), {});
      EXPECT_GT(linked.excess, linked.bound);
      EXPECT_EQ(linked.column_1, alone == 0 ? 1U : 0U);
      EXPECT_EQ(linked.column_2, alone == 2 ? 1U : 2U);
      EXPECT_FALSE(linked.order.reversed);
      EXPECT_EQ(linked.order.shift, 0);
      EXPECT_FALSE(linked.as_they_lie);
      // All 60 buckets have four fixed points more than expected, with variance 1.
      EXPECT_NEAR(linked.excess, 4 * std::sqrt(60.0), 1e-6);
    }
  });
}

TEST(SubjectOrderProperty, ReversedAndShiftedOrdersAreFound) {
  test::for_cases(50, [&](Choices& choices, std::uint64_t) {
    for (int pair = 0; pair < 3; ++pair) {
      Orders orders;
      // Buckets are small, or large enough for several blocks.
      if (choices.one_in(5)) {
        orders.buckets = 3;
        orders.people = 130;
      }
      const auto shift = static_cast<std::uint32_t>(choices.between(0, 2));
      orders.shift = shift;
      const Orders::Kind kind = shift == 0 ? Orders::reversed : Orders::shifted;
      if (pair == 0) orders.persons = Orders::of_people;
      if (pair == 1) orders.persons = kind;
      if (pair != 0) orders.rows = pair == 1 ? Orders::of_people : kind;
      if (pair != 1) orders.values = pair == 0 ? kind : Orders::of_people;
      // The order holds in most buckets only.
      if (orders.people == 5 && choices.one_in(3)) orders.share = 0.7;
      const Linkage linked = measure_set_linkage(told_apart(choices, orders), {});
      EXPECT_GT(linked.excess, linked.bound);
      EXPECT_EQ(linked.column_1, pair == 2 ? 1U : 0U);
      EXPECT_EQ(linked.column_2, pair == 1 ? 1U : 2U);
      EXPECT_EQ(linked.order.reversed, shift == 0);
      // The shift is negative if the second of the linked tables is shifted, and positive if the
      // first is.
      EXPECT_EQ(std::abs(linked.order.shift), static_cast<int>(shift));
      EXPECT_EQ(linked.order.shift > 0, pair != 0 && shift > 0);
      if (orders.people == 5 && orders.share == 1) {
        EXPECT_NEAR(linked.excess, 4 * std::sqrt(60.0), 1e-6);
      }
    }
  });
}

// Renumbers the sets at random and puts the rows in another order.
void lay(PublishedSets& sets, std::uint32_t people, Choices& choices) {
  for (std::uint32_t first = 0; first < sets.sets(); first += people) {
    Values numbers(people);
    std::iota(numbers.begin(), numbers.end(), first);
    test::shuffle(numbers, choices);
    for (std::uint32_t& set : sets.set_of)
      if (set >= first && set < first + people) set = numbers[set - first] + sets.sets();
  }
  for (std::uint32_t& set : sets.set_of)
    set -= sets.sets();
}

TEST(SubjectOrderProperty, TheOrderInWhichSetsLieCounts) {
  test::for_cases(50, [&](Choices& choices, std::uint64_t) {
    for (const bool together : {false, true}) {
      Orders orders;
      if (together) orders.rows = orders.values = Orders::of_people;
      SubjectView view = told_apart(choices, orders);
      lay(view.rows, orders.people, choices);
      lay(view.values, orders.people, choices);
      const Linkage measured = measure_set_linkage(view, {});
      EXPECT_EQ(measured.excess > measured.bound, together);
      if (together) {
        EXPECT_TRUE(measured.as_they_lie);
        EXPECT_EQ(measured.column_1, 1U);
        EXPECT_EQ(measured.column_2, 2U);
      }
    }
  });
}

// The releases have few or many buckets; some sets are renumbered, which is a further order.
TEST(SubjectOrderProperty, PermutedReleasesPass) {
  std::size_t far = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t) {
    Orders orders;
    orders.buckets = static_cast<std::uint32_t>(choices.between(1, 40));
    orders.people = static_cast<std::uint32_t>(choices.between(2, 7));
    // One table in the people's order discloses nothing.
    (choices.one_in(2) ? orders.persons : orders.values) = Orders::of_people;
    SubjectView view = told_apart(choices, orders);
    if (choices.one_in(2)) lay(view.rows, orders.people, choices);
    const Linkage measured = measure_set_linkage(view, {});
    EXPECT_LE(measured.excess, measured.bound);
    far += measured.excess > 3 ? 1 : 0;
  });
  // The bound is not trivial: 19 of 2,000 random orders exceed three standard deviations.
  EXPECT_GE(far, test::expected_of(5));
}

// The buckets that are not linked are deranged, so that as many places show one person as in a
// shuffled release.
TEST(SubjectOrderProperty, SomeLinkedBucketsAreFound) {
  test::for_cases(60, [&](Choices& choices, std::uint64_t) {
    Orders orders{Orders::of_people, Orders::of_people, Orders::of_people};
    orders.deranged = true;
    orders.buckets = 600;
    orders.people = static_cast<std::uint32_t>(choices.between(5, 9));
    orders.share = 1 / static_cast<double>(choices.of(std::vector<int>{2, 3, 10}));
    const Linkage linked = measure_set_linkage(told_apart(choices, orders), {});
    EXPECT_GT(linked.excess, linked.bound) << orders.people << " " << orders.share;
  });
}

}  // namespace
}  // namespace microdata
