#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "core/microdata/attribute_set.hpp"
#include "core/risk/class_persons.hpp"
#include "core/risk/subject_places.hpp"
#include "core/subject/subject_generalization.hpp"
#include "property/placed_groups.hpp"
#include "property/subject_choices.hpp"

// Compares the findings on generalized releases of people with several rows with a check of every
// pair of a person and a class.

namespace microdata {
namespace {

using test::Choices;
using test::PersonTable;

bool covers(const GeneralizedAttribute& shown, const GeneralizedValue& value, Code code) {
  if (shown.kind == GeneralizedAttribute::Kind::range)
    return value.codes.front() <= code && code <= value.codes.back();
  return std::find(value.codes.begin(), value.codes.end(), code) != value.codes.end();
}

std::vector<std::uint32_t> sorted(std::span<const std::uint32_t> numbers) {
  std::vector<std::uint32_t> copy(numbers.begin(), numbers.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

// A release as its tables show it.
struct PublishedClasses {
  SubjectView view;
  SubjectClasses classes;
};

SlicedView::Values nothing_shown(std::size_t rows, std::size_t tuples) {
  SlicedView::Values values;
  values.distinct = 1;
  values.published.assign(rows, 0);
  values.tuples.assign(tuples, 0);
  return values;
}

class Publishing {
 public:
  Publishing(const PersonTable& table, const SubjectBucketization& release)
      : table_(table), release_(release), shown_(show_subjects(table.data, release, 1, {})) {}

  PublishedClasses run() {
    SubjectView& view = result_.view;
    const std::size_t persons = table_.subjects.buckets();
    view.person_of_tuple.resize(table_.data.rows);
    for (std::uint32_t person = 0; person < persons; ++person) {
      for (const Row row : table_.subjects.bucket(person))
        view.person_of_tuple[row] = person;
    }
    view.persons.buckets = static_cast<std::uint32_t>(release_.buckets.buckets());
    view.persons.tuples = persons;
    for (std::uint32_t b = 0; b < view.buckets(); ++b)
      view.persons.bucket_of.insert(view.persons.bucket_of.end(), release_.buckets.bucket(b).size(),
                                    b);
    const SlicedView::Values none = nothing_shown(view.persons.bucket_of.size(), persons);
    view.persons.columns.push_back({none, none});
    view.has_rows = true;
    take_sets(release_.row_sets, release_.published_rows, view.rows, rows_shown_);
    take_sets(release_.value_sets, release_.published_values, view.values, values_shown_);
    for (const std::size_t a : attributes_with_role(table_.data, Role::sensitive)) {
      SubjectView::Sensitive sensitive{
          table_.data.attributes[a].distinct, {}, table_.data.columns[a]};
      for (const Row row : values_shown_)
        sensitive.published.push_back(table_.data.columns[a][row]);
      view.sensitive.push_back(std::move(sensitive));
    }
    for (const GeneralizedAttribute& attribute : shown_.attributes)
      take_labels(attribute);
    return std::move(result_);
  }

 private:
  void take_sets(const std::vector<Row>& persons, const Subjects& shown, PublishedSets& sets,
                 std::vector<Row>& rows) const {
    for (std::uint32_t b = 0; b < release_.buckets.buckets(); ++b) {
      for (Row place = release_.buckets.offsets[b]; place < release_.buckets.offsets[b + 1];
           ++place) {
        const std::span<const Row> of_person = shown.bucket(persons[place]);
        rows.insert(rows.end(), of_person.begin(), of_person.end());
        sets.set_of.insert(sets.set_of.end(), of_person.size(), sets.sets());
        sets.bucket_of_set.push_back(b);
      }
      sets.first_set.push_back(sets.sets());
    }
    sets.whole = sets.known = nothing_shown(sets.set_of.size(), table_.data.rows);
  }

  void take_labels(const GeneralizedAttribute& attribute) {
    const std::vector<Code>& column = table_.data.columns[attribute.attribute];
    const Code distinct = table_.data.attributes[attribute.attribute].distinct;
    RegionAttribute region;
    region.labels = static_cast<Code>(attribute.values.size());
    region.values = distinct;
    for (const GeneralizedValue& value : attribute.values) {
      CodeSet& codes = region.covers.emplace_back();
      for (Code code = 0; code < distinct; ++code)
        if (covers(attribute, value, code)) codes.add(code);
    }
    const bool of_person = contains(table_.of_person, attribute.attribute);
    const SubjectView& view = result_.view;
    if (of_person) {
      for (const std::uint32_t b : view.persons.bucket_of)
        region.published.push_back(attribute.value_of_class[b]);
      for (std::size_t person = 0; person < table_.subjects.buckets(); ++person)
        region.tuples.push_back(column[table_.subjects.bucket(person).front()]);
    } else {
      for (const std::uint32_t set : view.rows.set_of)
        region.published.push_back(attribute.value_of_class[view.rows.bucket_of_set[set]]);
      region.tuples = column;
    }
    (of_person ? result_.classes.persons : result_.classes.rows).push_back(std::move(region));
  }

  const PersonTable& table_;
  const SubjectBucketization& release_;
  SubjectGeneralization shown_;
  PublishedClasses result_;
  std::vector<Row> rows_shown_;
  std::vector<Row> values_shown_;
};

// Returns true if the first row of a bucket covers a tuple of the source.
bool bucket_covers(const std::vector<RegionAttribute>& attributes, std::size_t row,
                   std::size_t tuple) {
  return std::all_of(attributes.begin(), attributes.end(), [&](const RegionAttribute& a) {
    return a.covers[a.published[row]].contains(a.tuples[tuple]);
  });
}

// Returns the number of rows that a person of a bucket publishes.
std::size_t rows_published(const SubjectView& view, std::uint32_t bucket) {
  return static_cast<std::size_t>(
      std::count(view.rows.set_of.begin(), view.rows.set_of.end(), view.rows.first_set[bucket]));
}

std::vector<std::uint32_t> buckets_that_may_hold(const PublishedClasses& published,
                                                 const PersonTable& table, std::uint32_t person) {
  const SubjectView& view = published.view;
  std::vector<std::uint32_t> result;
  for (std::uint32_t b = 0; b < view.buckets(); ++b) {
    const auto in_persons =
        std::find(view.persons.bucket_of.begin(), view.persons.bucket_of.end(), b);
    const auto place = static_cast<std::size_t>(in_persons - view.persons.bucket_of.begin());
    if (!bucket_covers(published.classes.persons, place, person)) continue;
    if (!view.has_rows) {
      result.push_back(b);
      continue;
    }
    const std::uint32_t set = view.rows.first_set[b];
    const auto first = std::find(view.rows.set_of.begin(), view.rows.set_of.end(), set);
    const auto rows = static_cast<std::ptrdiff_t>(rows_published(view, b));
    const auto row = static_cast<std::size_t>(first - view.rows.set_of.begin());
    const std::span<const Row> own = table.subjects.bucket(person);
    const auto covered = std::count_if(own.begin(), own.end(), [&](Row tuple) {
      return bucket_covers(published.classes.rows, row, tuple);
    });
    if (covered >= rows) result.push_back(b);
  }
  return result;
}

// Returns the number of rows of the largest set of values of a bucket.
std::size_t values_published(const SubjectView& view, std::uint32_t bucket) {
  std::ptrdiff_t most = 0;
  for (std::uint32_t set = view.values.first_set[bucket]; set < view.values.first_set[bucket + 1];
       ++set)
    most = std::max(most, std::count(view.values.set_of.begin(), view.values.set_of.end(), set));
  return static_cast<std::size_t>(most);
}

// Returns the buckets with the largest published number of rows that is at most the person's.
// Without rows, returns the buckets whose sets of values have at most that number. Returns all
// buckets if there are no such buckets.
std::vector<std::uint32_t> of_own_stratum(const PublishedClasses& published,
                                          const PersonTable& table, std::uint32_t person,
                                          const std::vector<std::uint32_t>& buckets) {
  std::size_t level = 0;
  for (std::uint32_t b = 0; b < published.view.buckets(); ++b) {
    const std::size_t rows = published.view.has_rows ? rows_published(published.view, b) : 0;
    if (rows <= table.subjects.bucket(person).size()) level = std::max(level, rows);
  }
  std::vector<std::uint32_t> result;
  for (const std::uint32_t b : buckets) {
    if (published.view.has_rows
            ? rows_published(published.view, b) == level
            : values_published(published.view, b) <= table.subjects.bucket(person).size()) {
      result.push_back(b);
    }
  }
  return result.empty() ? buckets : result;
}

// Returns the number of ways to fill the places one after the other, each with a kind of which one
// is left.
double ways_to_fill(std::vector<std::size_t> left, std::size_t places) {
  static std::map<std::pair<std::vector<std::size_t>, std::size_t>, double> known;
  if (places == 0) return 1;
  std::sort(left.begin(), left.end());
  const auto [at, is_new] = known.try_emplace({left, places}, 0);
  if (!is_new) return at->second;
  double ways = 0;
  for (std::size_t kind = 0; kind < left.size(); ++kind) {
    if (left[kind] == 0) continue;
    std::vector<std::size_t> then = left;
    --then[kind];
    ways += ways_to_fill(then, places - 1);
  }
  return known[{left, places}] = ways;
}

// Returns, by bucket, the probability that a person of the bucket and the published rows have
// exactly the person's values. All values that the labels cover are equally likely.
std::map<std::uint32_t, double> chances_of(const PublishedClasses& published, std::uint32_t person,
                                           const std::vector<std::uint32_t>& buckets) {
  const SubjectView& view = published.view;
  std::map<std::uint32_t, double> chances;
  for (const std::uint32_t b : buckets) {
    double chance = 1;
    const auto in_bucket = static_cast<std::size_t>(
        std::find(view.persons.bucket_of.begin(), view.persons.bucket_of.end(), b) -
        view.persons.bucket_of.begin());
    for (const RegionAttribute& a : published.classes.persons)
      chance /= static_cast<double>(a.covers[a.published[in_bucket]].size());
    std::size_t length = view.has_rows ? rows_published(view, b) : 0;
    std::size_t shown = 0;
    while (length > 0 && view.rows.bucket_of_set[view.rows.set_of[shown]] != b)
      ++shown;
    std::map<std::vector<Code>, std::size_t> times;
    for (std::size_t row = 0; length > 0 && row < view.person_of_tuple.size(); ++row) {
      if (view.person_of_tuple[row] != person) continue;
      std::vector<Code> codes;
      bool covered = true;
      for (const RegionAttribute& a : published.classes.rows) {
        codes.push_back(a.tuples[row]);
        covered = covered && a.covers[a.published[shown]].contains(codes.back());
      }
      if (covered) ++times[codes];
    }
    std::vector<std::size_t> of_kinds;
    for (const auto& [codes, number] : times)
      of_kinds.push_back(number);
    if (length > 0) chance *= ways_to_fill(of_kinds, length);
    for (; length > 0; --length) {
      for (const RegionAttribute& a : published.classes.rows)
        chance /= static_cast<double>(a.covers[a.published[shown]].size());
    }
    chances[b] = chance;
  }
  return chances;
}

// Returns the largest share of a value among the people of some buckets, each weighted by the
// bucket's chance.
double largest_share(const SubjectView& view, const std::map<std::uint32_t, double>& chances) {
  double persons = 0;
  double most = 0;
  for (const auto& [b, chance] : chances)
    persons += chance * view.values.sets_in(b);
  for (const SubjectView::Sensitive& sensitive : view.sensitive) {
    for (Code value = 0; value < sensitive.distinct; ++value) {
      std::set<std::uint32_t> having;
      for (std::size_t row = 0; row < view.values.set_of.size(); ++row) {
        if (sensitive.published[row] == value) having.insert(view.values.set_of[row]);
      }
      double sum = 0;
      for (const std::uint32_t set : having) {
        const auto chance = chances.find(view.values.bucket_of_set[set]);
        if (chance != chances.end()) sum += chance->second;
      }
      most = std::max(most, sum);
    }
  }
  return most / persons;
}

using test::Elements;

// Returns a bucket's sets of values; values are numbered consecutively over the attributes.
std::map<Elements, std::uint32_t> sets_of_bucket(const SubjectView& view, std::uint32_t bucket) {
  std::map<std::uint32_t, std::set<std::uint32_t>> elements;
  for (std::size_t row = 0; row < view.values.set_of.size(); ++row) {
    const std::uint32_t set = view.values.set_of[row];
    if (view.values.bucket_of_set[set] != bucket) continue;
    std::uint32_t first = 0;
    for (const SubjectView::Sensitive& sensitive : view.sensitive) {
      elements[set].insert(first + sensitive.published[row]);
      first += sensitive.distinct;
    }
  }
  std::map<Elements, std::uint32_t> sets;
  for (const auto& [set, of_set] : elements)
    ++sets[{of_set.begin(), of_set.end()}];
  return sets;
}

// Expects that all sets of a bucket that can hold the person are equally likely.
void expect_placed(const PublishedClasses& published, const ClassPersons& may_hold,
                   std::uint32_t person, const std::vector<std::uint32_t>& buckets) {
  const SubjectView& view = published.view;
  const Row persons[] = {person};
  const JointPlacement::Table table =
      place_subjects(view, published.classes, may_hold, persons, 1'000'000, {}).tables.front();
  std::map<std::uint32_t, double> chances = chances_of(published, person, buckets);
  double sets = 0;
  for (const std::uint32_t b : buckets)
    sets += chances[b] * view.values.sets_in(b);
  std::vector<test::PlacedGroup<Elements>> expected;
  for (const std::uint32_t b : buckets)
    expected.push_back({sets_of_bucket(view, b), chances[b] * view.values.sets_in(b) / sets});
  ASSERT_EQ(table.placed.persons.size(), 1U);
  test::expect_groups(test::groups_of(table, 0), expected);
}

// Returns the expected probability. Without rows, the release does not show numbers of rows, so
// that each bucket counts alone unless all people have equally many.
double expected_probability(const PublishedClasses& published, const PersonTable& table,
                            std::uint32_t person, const std::vector<std::uint32_t>& buckets) {
  bool alike = true;
  for (std::size_t other = 0; other < table.subjects.buckets(); ++other) {
    alike = alike && table.subjects.bucket(other).size() == table.subjects.bucket(0).size();
  }
  if (published.view.has_rows || alike)
    return largest_share(published.view, chances_of(published, person, buckets));
  double largest = 0;
  for (const std::uint32_t b : buckets)
    largest = std::max(largest, largest_share(published.view, {{b, 1.0}}));
  return largest;
}

PublishedClasses without_rows(PublishedClasses published) {
  published.view.has_rows = false;
  published.view.rows = {};
  published.classes.rows.clear();
  return published;
}

TEST(ClassPersons, AreFoundAsByLookingAtEveryPair) {
  int releases = 0;
  int in_several = 0;
  int in_others = 0;
  int caught = 0;
  test::for_cases(1500, [&](Choices& choices, std::uint64_t seed) {
    PersonTable table = random_persons(
        choices, {.most_persons = 40, .most_rows = choices.one_in(4) ? 8 : 3, .most_values = 12});
    for (Attribute& attribute : table.data.attributes) {
      for (Code code = 0; attribute.role == Role::quasi_identifier && code < attribute.distinct;
           ++code)
        attribute.projection.push_back(code);
    }
    SubjectBucketizationOptions options;
    options.l = choices.of(std::vector<double>{1, 2, 3});
    options.k = static_cast<std::uint32_t>(choices.between(1, 5));
    options.classes = choices.of(std::vector<Grouping>{Grouping::strict, Grouping::relaxed});
    const auto release = test::try_to_bucketize(table, options, seed);
    if (!release) return;
    ++releases;
    PublishedClasses published = Publishing(table, *release).run();
    const ClassPersons all =
        find_class_persons(published.view, published.classes, ClassReach::all, 1'000'000, {});
    const ClassPersons persons = find_class_persons(published.view, published.classes,
                                                    ClassReach::own_stratum, 1'000'000, {});
    EXPECT_FALSE(all.cursory);
    EXPECT_FALSE(persons.cursory);
    for (std::uint32_t person = 0; person < table.subjects.buckets(); ++person) {
      const std::vector<std::uint32_t> expected = buckets_that_may_hold(published, table, person);
      EXPECT_EQ(sorted(all.of(person)), expected);
      const std::vector<std::uint32_t> found = sorted(persons.of(person));
      EXPECT_EQ(found, of_own_stratum(published, table, person, expected));
      in_several += found.size() > 1 ? 1 : 0;
      in_others += found.size() < expected.size() ? 1 : 0;
    }
    EXPECT_EQ(find_uneven_classes(published.view, published.classes, {}).buckets, 0U);
    const ClassAssignment of_persons = assign_persons(published.view, persons, {});
    EXPECT_EQ(of_persons.impossible_rows, 0U);
    // If the assignment of people is unknown, rows are assigned one by one.
    for (const ClassAssignment& known : {of_persons, ClassAssignment{1, false}}) {
      const ClassAssignment of_rows =
          assign_rows(published.view, published.classes, persons, known, 1'000'000, {});
      EXPECT_EQ(of_rows.impossible_rows, 0U);
      EXPECT_FALSE(of_rows.cursory);
    }
    for (const PublishedClasses& shown : {published, without_rows(published)}) {
      const ClassPersons found =
          find_class_persons(shown.view, shown.classes, ClassReach::own_stratum, 1'000'000, {});
      double largest = 0;
      for (std::uint32_t person = 0; person < table.subjects.buckets(); ++person) {
        const std::vector<std::uint32_t> expected =
            of_own_stratum(shown, table, person, buckets_that_may_hold(shown, table, person));
        EXPECT_EQ(sorted(found.of(person)), expected);
        expect_placed(shown, found, person, expected);
        largest = std::max(largest, expected_probability(shown, table, person, expected));
      }
      const SubjectDisclosure disclosure =
          measure_class_persons(shown.view, shown.classes, found, {});
      EXPECT_EQ(disclosure.persons, table.subjects.buckets());
      EXPECT_NEAR(disclosure.max_probability, largest, 1e-9);
      EXPECT_LE(disclosure.max_probability, 1 / options.l + 1e-9);
      EXPECT_LE(disclosure.mean_probability, disclosure.max_probability + 1e-9);
    }

    // A class whose label covers nothing holds no person.
    if (published.classes.persons.empty()) return;
    RegionAttribute& region = published.classes.persons.front();
    const Code label = region.published.front();
    region.covers[label] = CodeSet();
    const auto in_them = static_cast<std::size_t>(
        std::count(region.published.begin(), region.published.end(), label));
    for (const ClassReach reach : {ClassReach::own_stratum, ClassReach::all}) {
      const ClassPersons fewer =
          find_class_persons(published.view, published.classes, reach, 1'000'000, {});
      EXPECT_EQ(assign_persons(published.view, fewer, {}).impossible_rows, in_them);
    }
    ++caught;
  });
  std::cout << releases << " releases, " << in_several << " persons who may be in several classes, "
            << caught << " labels of nobody\n";
  if (HasFailure()) return;
  EXPECT_GT(releases, test::expected_of(500));
  EXPECT_GT(in_several, test::expected_of(500));
  EXPECT_GT(in_others, test::expected_of(100));
  EXPECT_GT(caught, test::expected_of(500));
}

// Nearly every class covers these rows, so that the search compares them only with the classes of
// their people. Going through all pairs of rows and classes would take people times classes.
TEST(ClassPersons, AreFoundInTimeWhereRowsTellNothing) {
  constexpr std::uint32_t classes = 1000;
  constexpr std::uint32_t of_class = 5;
  constexpr std::uint32_t rows = 3;
  PublishedClasses published;
  SubjectView& view = published.view;
  view.has_values = false;
  view.has_rows = true;
  view.persons.buckets = classes;
  view.persons.tuples = std::size_t{classes} * of_class;
  RegionAttribute age;
  RegionAttribute day;
  age.values = age.labels = classes;
  day.values = classes * of_class * rows;
  day.labels = classes;
  for (std::uint32_t b = 0; b < classes; ++b) {
    age.covers.push_back(CodeSet::range(b, b + 1));
    day.covers.push_back(CodeSet::range(0, day.values - b % 2));
    for (std::uint32_t i = 0; i < of_class; ++i) {
      view.persons.bucket_of.push_back(b);
      age.published.push_back(b);
      age.tuples.push_back(b);
      view.rows.set_of.insert(view.rows.set_of.end(), rows, view.rows.sets());
      day.published.insert(day.published.end(), rows, b);
      view.rows.bucket_of_set.push_back(b);
    }
    view.rows.first_set.push_back(view.rows.sets());
  }
  for (std::uint32_t row = 0; row < day.values; ++row) {
    // The last person's last row is in no class with an odd number.
    day.tuples.push_back(day.values - 1 - row);
    view.person_of_tuple.push_back(row / rows);
  }
  const SlicedView::Values none = nothing_shown(view.persons.bucket_of.size(), view.persons.tuples);
  view.persons.columns.push_back({none, none});
  view.rows.whole = view.rows.known = nothing_shown(view.rows.set_of.size(), day.values);
  published.classes = {{age}, {day}};

  const std::size_t most = 2 * view.persons.tuples;
  const ClassPersons persons =
      find_class_persons(view, published.classes, ClassReach::own_stratum, most, {});
  EXPECT_FALSE(persons.cursory);
  EXPECT_EQ(persons.compared, view.persons.tuples);
  const ClassAssignment of_persons = assign_persons(view, persons, {});
  EXPECT_EQ(of_persons.impossible_rows, 0U);
  const ClassAssignment of_rows =
      assign_rows(view, published.classes, persons, of_persons, most, {});
  EXPECT_EQ(of_rows.impossible_rows, 0U);
  EXPECT_FALSE(of_rows.cursory);
}

TEST(ClassPersons, AreCutShortWhereThereAreTooMany) {
  test::for_cases(50, [&](Choices& choices, std::uint64_t seed) {
    const PersonTable table = random_persons(choices, {.least_persons = 10, .most_persons = 40});
    SubjectBucketizationOptions options;
    options.l = 1;
    options.k = 2;
    options.classes = Grouping::strict;
    const auto release = test::try_to_bucketize(table, options, seed);
    ASSERT_TRUE(release);
    const PublishedClasses published = Publishing(table, *release).run();
    const ClassPersons persons =
        find_class_persons(published.view, published.classes, ClassReach::all, 3, {});
    EXPECT_TRUE(persons.cursory);
    EXPECT_EQ(persons.offsets.size(), table.subjects.buckets() + 1);
    EXPECT_TRUE(assign_persons(published.view, persons, {}).cursory);
  });
}

}  // namespace
}  // namespace microdata
