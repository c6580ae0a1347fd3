#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

#include "core/risk/fragment_membership.hpp"
#include "property/random_table.hpp"

// Compares the expected number of rows in the join of two fragments with all linkings of their rows
// and all values of their labels.

namespace microdata {
namespace {

using test::Choices;

constexpr Code shown_values = 3;

// A row of one fragment: the covered values 0 .. covered - 1, another attribute, and the class.
struct Shown {
  Code covered;
  Code rest;
  Code in_class;
};

struct LabelledFragment {
  std::vector<Shown> rows;
  ClassCover cover;
  SlicedView::Values rest;

  // Makes a fragment and two people to look for: one with the value and the other attribute, and
  // one who is covered nowhere.
  LabelledFragment(Choices& choices, const std::vector<Code>& classes, Code value, Code other) {
    const auto draw = [&](int least) { return static_cast<Code>(choices.between(least, 2)); };
    RegionAttribute region{{}, shown_values, {value, shown_values}, shown_values + 1, {}};
    for (Code label = 0; label < shown_values; ++label)
      region.covers.push_back(CodeSet::range(0, label + 1));
    rest.distinct = shown_values;
    rest.tuples = {other, other};
    for (const Code in_class : classes) {
      rows.push_back({draw(1), draw(0), in_class});
      region.published.push_back(rows.back().covered - 1);
      rest.published.push_back(rows.back().rest);
    }
    cover = cover_tuples(rows.size(), 2, {std::move(region)}, 1U << 20U, {});
  }

  ComparedFragment compared(bool all) const {
    ComparedFragment result{cover, all ? &rest : nullptr, {}};
    for (const Shown& row : rows)
      result.class_values.push_back(row.in_class);
    return result;
  }
};

// Returns the probability that a row belongs to the person.
double alike(const Shown& row, Code value, Code other, bool all) {
  if (value >= row.covered || (all && row.rest != other)) return 0;
  return 1.0 / row.covered;
}

TEST(FragmentMembershipProperty, ExpectsThoseOfAllLinkings) {
  for (int run = 0; run < test::tried(150); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const auto draw = [&](int most) { return static_cast<Code>(choices.between(0, most)); };
    std::vector<Code> classes;
    for (int n = choices.between(1, 6); n > 0; --n)
      classes.push_back(draw(1));
    const Code first = draw(2);
    const Code second = draw(2);
    const Code other = draw(2);
    const std::vector<Code> class_of{draw(1), draw(1)};
    const LabelledFragment left(choices, classes, first, other);
    std::vector<Code> shuffled = classes;
    std::rotate(shuffled.begin(), shuffled.begin() + 1, shuffled.end());
    const LabelledFragment right(choices, shuffled, second, other);
    for (const bool all : {false, true}) {
      for (const bool knows_class : {false, true}) {
        std::vector<std::size_t> linked(classes.size());
        std::iota(linked.begin(), linked.end(), std::size_t{0});
        double linkings = 0;
        double expected = 0;
        do {
          bool agree = true;
          for (std::size_t i = 0; i < linked.size(); ++i)
            agree = agree && right.rows[linked[i]].in_class == left.rows[i].in_class;
          if (!agree) continue;
          ++linkings;
          for (std::size_t i = 0; i < linked.size(); ++i) {
            if (knows_class && left.rows[i].in_class != class_of[0]) continue;
            expected += alike(left.rows[i], first, other, all) *
                        alike(right.rows[linked[i]], second, other, all);
          }
        } while (std::next_permutation(linked.begin(), linked.end()));
        const std::vector<ComparedFragment> both{left.compared(all), right.compared(all)};
        const std::vector<Row> member{0};
        const std::vector<Row> outsider{1};
        const SidesMatched found =
            match_fragments(both, knows_class ? std::span(class_of) : std::span<const Code>(),
                            member, outsider, 1U << 20U, {});
        EXPECT_NEAR(found.members.front().rows, expected / linkings, 1e-9);
        EXPECT_EQ(found.members.front().buckets > 0, expected > 0);
        EXPECT_EQ(found.outsiders.front().rows, 0);
        EXPECT_EQ(found.outsiders.front().buckets, 0U);
      }
    }
  }
}

}  // namespace
}  // namespace microdata
