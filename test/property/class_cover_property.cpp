#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "core/risk/class_cover.hpp"
#include "core/risk/class_disclosure.hpp"
#include "property/local_recoding_oracle.hpp"
#include "property/random_table.hpp"

// Compares with brute force the tuples that a release's classes cover, and the check that every row
// can be a tuple of the source.

namespace microdata {
namespace {

using test::Choices;

constexpr int releases = 4000;

// Returns an attribute whose labels cover random values; some labels are unused, some cover
// nothing.
RegionAttribute random_attribute(Choices& choices, int rows, int tuples) {
  RegionAttribute attribute;
  attribute.labels = static_cast<Code>(choices.between(1, 4));
  attribute.values = static_cast<Code>(choices.between(1, 5));
  const auto last_label = static_cast<int>(attribute.labels) - 1;
  const auto last_value = static_cast<int>(attribute.values) - 1;
  for (int row = 0; row < rows; ++row)
    attribute.published.push_back(static_cast<Code>(choices.between(0, last_label)));
  for (int tuple = 0; tuple < tuples; ++tuple)
    attribute.tuples.push_back(static_cast<Code>(choices.between(0, last_value)));
  for (Code label = 0; label < attribute.labels; ++label) {
    CodeSet& covers = attribute.covers.emplace_back();
    const bool range = choices.one_in(2);
    const int low = choices.between(0, last_value);
    const int high = choices.between(low, last_value);
    for (int value = 0; value <= last_value; ++value) {
      if (range ? low <= value && value <= high : choices.one_in(2))
        covers.add(static_cast<Code>(value));
    }
  }
  return attribute;
}

std::vector<RegionAttribute> random_attributes(Choices& choices, int rows, int tuples) {
  std::vector<RegionAttribute> attributes;
  for (int a = choices.between(0, 3); a > 0; --a)
    attributes.push_back(random_attribute(choices, rows, tuples));
  return attributes;
}

bool covers(const std::vector<RegionAttribute>& attributes, std::size_t row, std::size_t tuple) {
  return std::all_of(attributes.begin(), attributes.end(), [&](const RegionAttribute& a) {
    return a.covers[a.published[row]].contains(a.tuples[tuple]);
  });
}

template <typename Column>
bool same(const std::vector<RegionAttribute>& attributes, const Column& column, std::size_t a,
          std::size_t b) {
  return std::all_of(attributes.begin(), attributes.end(), [&](const RegionAttribute& attribute) {
    return (attribute.*column)[a] == (attribute.*column)[b];
  });
}

double combinations_of(const std::vector<RegionAttribute>& attributes, std::size_t row) {
  double combinations = 1;
  for (const RegionAttribute& attribute : attributes)
    combinations *= static_cast<double>(attribute.covers[attribute.published[row]].size());
  return combinations;
}

void expect_covers(const std::vector<RegionAttribute>& attributes, const ClassCover& cover) {
  const std::size_t rows = cover.class_of_row.size();
  const std::size_t tuples = cover.kind_of_tuple.size();
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t s = 0; s < rows; ++s) {
      EXPECT_EQ(cover.class_of_row[r] == cover.class_of_row[s],
                same(attributes, &RegionAttribute::published, r, s));
    }
    EXPECT_EQ(cover.combinations[cover.class_of_row[r]], combinations_of(attributes, r));
    for (std::size_t t = 0; t < tuples; ++t) {
      const std::uint32_t kind = cover.kind_of_tuple[t];
      const auto listed =
          std::count(cover.covering.begin() + static_cast<std::ptrdiff_t>(cover.offsets[kind]),
                     cover.covering.begin() + static_cast<std::ptrdiff_t>(cover.offsets[kind + 1]),
                     cover.class_of_row[r]);
      EXPECT_EQ(listed, covers(attributes, r, t) ? 1 : 0);
    }
  }
  for (std::size_t t = 0; t < tuples; ++t) {
    for (std::size_t u = 0; u < tuples; ++u) {
      EXPECT_EQ(cover.kind_of_tuple[t] == cover.kind_of_tuple[u],
                same(attributes, &RegionAttribute::tuples, t, u));
    }
  }
}

SlicedView::Values random_rest(Choices& choices, std::size_t rows, std::size_t tuples) {
  SlicedView::Values rest;
  rest.distinct = static_cast<std::uint32_t>(choices.between(1, 3));
  const auto last = static_cast<int>(rest.distinct) - 1;
  for (std::size_t row = 0; row < rows; ++row)
    rest.published.push_back(static_cast<std::uint32_t>(choices.between(0, last)));
  for (std::size_t tuple = 0; tuple < tuples; ++tuple) {
    rest.tuples.push_back(choices.one_in(6) ? nowhere
                                            : static_cast<std::uint32_t>(choices.between(0, last)));
  }
  return rest;
}

TEST(ClassCoverProperty, PairsAndMatchingsAreThoseOfBruteForce) {
  int imperfect = 0;
  for (int i = 0; i < test::tried(releases); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const int rows = choices.between(1, 7);
    const int tuples = choices.between(1, 7);
    const std::vector<RegionAttribute> attributes = random_attributes(choices, rows, tuples);
    const auto row_count = static_cast<std::size_t>(rows);
    const ClassCover cover =
        cover_tuples(row_count, static_cast<std::size_t>(tuples), attributes, 1000, {});
    EXPECT_FALSE(cover.cursory);
    expect_covers(attributes, cover);
    EXPECT_EQ(find_classes(row_count, attributes, {}).class_of_row, cover.class_of_row);

    const SlicedView::Values rest =
        random_rest(choices, cover.class_of_row.size(), cover.kind_of_tuple.size());
    std::vector<std::vector<bool>> may;
    for (std::size_t row = 0; row < cover.class_of_row.size(); ++row) {
      std::vector<bool>& of_row = may.emplace_back();
      for (std::size_t tuple = 0; tuple < cover.kind_of_tuple.size(); ++tuple) {
        of_row.push_back(covers(attributes, row, tuple) &&
                         rest.published[row] == rest.tuples[tuple]);
      }
    }
    const ClassAssignment assignment = assign_tuples(cover, rest, {});
    EXPECT_FALSE(assignment.cursory);
    EXPECT_EQ(assignment.impossible_rows, may.size() - oracle::greatest_matching(may));
    imperfect += assignment.impossible_rows > 0 ? 1 : 0;
    if (HasFailure()) break;
  }
  EXPECT_GT(imperfect, test::expected_of(releases / 10));
  EXPECT_LT(imperfect, releases * 9 / 10 + releases / 20);
}

// A person can have any published row that covers the person, by any of the combinations that the
// row covers. Disclosure is the largest share of these rows with one value that is not harmless.
TEST(ClassCoverProperty, DisclosureIsTheLargestShareOfTheRowsThatCover) {
  int in_several = 0;
  int in_none = 0;
  int in_cut_short = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const int rows = choices.between(1, 12);
    const int tuples = choices.between(1, 7);
    const std::vector<RegionAttribute> attributes = random_attributes(choices, rows, tuples);
    std::vector<Code> values;
    for (int row = 0; row < rows; ++row)
      values.push_back(static_cast<Code>(choices.between(0, 3) * 2));
    std::vector<std::uint8_t> harmless(choices.one_in(2) ? 7 : 0);
    for (std::uint8_t& one : harmless)
      one = choices.one_in(3) ? 1 : 0;
    const ClassCover cover =
        cover_tuples(values.size(), static_cast<std::size_t>(tuples), attributes, 1000, {});
    const ClassCover few =
        cover_tuples(values.size(), static_cast<std::size_t>(tuples), attributes, 2, {});
    const ClassDisclosure found = measure_class_disclosure(cover, values, harmless, {});
    const ClassDisclosure cut_short = measure_class_disclosure(few, values, harmless, {});
    ASSERT_EQ(found.of_kind.size(), cover.kinds);
    ASSERT_EQ(cut_short.of_kind.size(), cover.kinds);
    for (std::size_t tuple = 0; tuple < cover.kind_of_tuple.size(); ++tuple) {
      double candidates = 0;
      std::map<Code, double> with_value;
      std::set<std::uint32_t> classes;
      for (std::size_t row = 0; row < values.size(); ++row) {
        if (!covers(attributes, row, tuple)) continue;
        candidates += 1 / combinations_of(attributes, row);
        with_value[values[row]] += 1 / combinations_of(attributes, row);
        classes.insert(cover.class_of_row[row]);
      }
      double largest = 0;
      for (const auto& [value, count] : with_value) {
        if (!harmless.empty() && harmless[value] != 0) continue;
        largest = std::max(largest, count / candidates);
      }
      EXPECT_NEAR(found.of_kind[cover.kind_of_tuple[tuple]], largest, 1e-12);
      EXPECT_GE(cut_short.of_kind[few.kind_of_tuple[tuple]], largest - 1e-12);
      in_cut_short += few.cursory ? 1 : 0;
      in_several += classes.size() > 1 ? 1 : 0;
      in_none += classes.empty() ? 1 : 0;
    }
  });
  if (HasFailure()) return;
  EXPECT_GT(in_several, test::expected_of(500));
  EXPECT_GT(in_none, test::expected_of(500));
  EXPECT_GT(in_cut_short, test::expected_of(500));
}

// If a class covers one kind and nothing else, only this class is kept for the kind.
TEST(ClassCoverProperty, ExactClassesAreKept) {
  int exact = 0;
  int left_out = 0;
  test::for_cases(1000, [&](Choices& choices, std::uint64_t /*seed*/) {
    const int rows = choices.between(1, 12);
    const int tuples = choices.between(1, 7);
    const std::vector<RegionAttribute> attributes = random_attributes(choices, rows, tuples);
    const ClassCover all = cover_tuples(static_cast<std::size_t>(rows),
                                        static_cast<std::size_t>(tuples), attributes, 1000, {});
    ClassCover kept = all;
    keep_exact_classes(kept, {});
    for (std::uint32_t kind = 0; kind < all.kinds; ++kind) {
      std::set<std::uint32_t> expected;
      std::set<std::uint32_t> exactly;
      for (std::size_t row = 0; row < all.class_of_row.size(); ++row) {
        const std::size_t tuple = static_cast<std::size_t>(
            std::find(all.kind_of_tuple.begin(), all.kind_of_tuple.end(), kind) -
            all.kind_of_tuple.begin());
        if (!covers(attributes, row, tuple)) continue;
        expected.insert(all.class_of_row[row]);
        if (combinations_of(attributes, row) == 1) exactly.insert(all.class_of_row[row]);
      }
      const std::span<const std::uint32_t> found = kept.of_kind(kind);
      if (exactly.empty()) {
        EXPECT_EQ(std::set<std::uint32_t>(found.begin(), found.end()), expected);
        continue;
      }
      ++exact;
      left_out += expected.size() > 1 ? 1 : 0;
      ASSERT_EQ(found.size(), 1U);
      EXPECT_TRUE(exactly.contains(found.front()));
    }
  });
  if (HasFailure()) return;
  EXPECT_GT(exact, test::expected_of(200));
  EXPECT_GT(left_out, test::expected_of(100));
}

// The classes and kinds are numerous enough to be divided by the values of attributes.
TEST(ClassCoverProperty, ManyClassesAreDividedRightly) {
  for (int i = 0; i < test::tried(40); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    std::vector<RegionAttribute> attributes(3);
    for (RegionAttribute& attribute : attributes) {
      attribute.labels = 12;
      attribute.values = 12;
      for (int row = 0; row < 200; ++row) {
        attribute.published.push_back(static_cast<Code>(choices.between(0, 11)));
        attribute.tuples.push_back(static_cast<Code>(choices.between(0, 11)));
      }
      for (Code label = 0; label < 12; ++label) {
        CodeSet& codes = attribute.covers.emplace_back();
        for (Code code = label; code < std::min<Code>(12, label + 3); ++code) {
          if (!choices.one_in(10)) codes.add(code);
        }
      }
    }
    expect_covers(attributes, cover_tuples(200, 200, attributes, 1'000'000, {}));
    const ClassCover few = cover_tuples(200, 200, attributes, 10, {});
    EXPECT_TRUE(few.cursory);
    SlicedView::Values rest;
    rest.distinct = 1;
    rest.published.resize(200);
    rest.tuples.resize(200);
    EXPECT_TRUE(assign_tuples(few, rest, {}).cursory);
    if (HasFailure()) break;
  }
}

// Returns a cover of tuples, each its own kind, by `classes` classes of `of_class` rows. A tuple is
// covered by its own class and by near ones.
ClassCover random_cover(Choices& choices, int classes, int of_class, int most_others,
                        int nearness) {
  ClassCover cover;
  cover.classes = static_cast<std::uint32_t>(classes);
  cover.kinds = cover.classes * static_cast<std::uint32_t>(of_class);
  for (std::uint32_t kind = 0; kind < cover.kinds; ++kind) {
    cover.class_of_row.push_back(kind / static_cast<std::uint32_t>(of_class));
    cover.kind_of_tuple.push_back(kind);
  }
  std::vector<std::uint32_t> own = cover.class_of_row;
  for (std::size_t i = own.size(); i > 1; --i)
    std::swap(own[i - 1],
              own[static_cast<std::size_t>(choices.between(0, static_cast<int>(i) - 1))]);
  cover.offsets.push_back(0);
  for (const std::uint32_t c : own) {
    std::vector<std::uint32_t> of_kind{c};
    for (int others = choices.between(0, most_others); others > 0; --others) {
      const int other = static_cast<int>(c) + choices.between(-nearness, nearness);
      of_kind.push_back(static_cast<std::uint32_t>(std::clamp(other, 0, classes - 1)));
    }
    std::sort(of_kind.begin(), of_kind.end());
    of_kind.erase(std::unique(of_kind.begin(), of_kind.end()), of_kind.end());
    cover.covering.insert(cover.covering.end(), of_kind.begin(), of_kind.end());
    cover.offsets.push_back(cover.covering.size());
  }
  return cover;
}

SlicedView::Values nothing_else(const ClassCover& cover) {
  SlicedView::Values rest;
  rest.distinct = 1;
  rest.published.resize(cover.class_of_row.size());
  rest.tuples.resize(cover.kind_of_tuple.size());
  return rest;
}

// A greatest matching by augmenting paths, one row at a time (Kuhn). The oracle's brute force would
// take too long here.
class OneByOne {
 public:
  explicit OneByOne(const std::vector<std::vector<bool>>& may) : may_(may) {}

  std::size_t greatest() {
    row_of_.assign(may_.empty() ? 0 : may_.front().size(), may_.size());
    std::size_t matched = 0;
    for (std::size_t row = 0; row < may_.size(); ++row) {
      seen_.assign(row_of_.size(), false);
      matched += give(row) ? 1 : 0;
    }
    return matched;
  }

 private:
  // NOLINTNEXTLINE(misc-no-recursion): the depth is at most the number of rows, a few dozen.
  bool give(std::size_t row) {
    for (std::size_t tuple = 0; tuple < row_of_.size(); ++tuple) {
      if (!may_[row][tuple] || seen_[tuple]) continue;
      seen_[tuple] = true;
      if (row_of_[tuple] != may_.size() && !give(row_of_[tuple])) continue;
      row_of_[tuple] = row;
      return true;
    }
    return false;
  }

  const std::vector<std::vector<bool>>& may_;
  std::vector<std::size_t> row_of_;
  std::vector<bool> seen_;
};

// The covers are large enough for paths of several lengths that move tuples between classes.
TEST(ClassCoverProperty, LongerPathsEndInTheGreatestMatching) {
  int imperfect = 0;
  for (int i = 0; i < test::tried(200); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    ClassCover cover = random_cover(choices, choices.between(5, 25), choices.between(1, 3), 2, 4);
    // Some rows show a class that has no tuple left for them.
    for (std::uint32_t& shown : cover.class_of_row) {
      if (choices.one_in(10))
        shown = static_cast<std::uint32_t>(choices.between(0, static_cast<int>(cover.classes) - 1));
    }
    std::vector<std::vector<bool>> may;
    for (const std::uint32_t shown : cover.class_of_row) {
      std::vector<bool>& of_row = may.emplace_back();
      for (std::uint32_t kind = 0; kind < cover.kinds; ++kind) {
        const auto first = cover.covering.begin();
        of_row.push_back(std::binary_search(
            first + static_cast<std::ptrdiff_t>(cover.offsets[kind]),
            first + static_cast<std::ptrdiff_t>(cover.offsets[kind + 1]), shown));
      }
    }
    const ClassAssignment assignment = assign_tuples(cover, nothing_else(cover), {});
    EXPECT_FALSE(assignment.cursory);
    EXPECT_EQ(assignment.impossible_rows, may.size() - OneByOne(may).greatest());
    imperfect += assignment.impossible_rows > 0 ? 1 : 0;
    if (HasFailure()) break;
  }
  EXPECT_GE(imperfect, test::expected_of(51));
  EXPECT_LT(imperfect, 190);
}

}  // namespace
}  // namespace microdata
