#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <span>

#include "core/bucketization/anatomy.hpp"
#include "core/microdata/selection.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "core/series/person_permutation.hpp"
#include "property/format_oracle.hpp"
#include "property/random_history.hpp"

// Tests of the attacker of a series, from the published tables of every format.

namespace microdata {
namespace {

using test::Choices;
using test::for_cases;

enum class Format { joined, anatomy, sliced, generalized };
constexpr Format formats[] = {Format::joined, Format::anatomy, Format::sliced, Format::generalized};

// People with a number, a text and a text with a hierarchy, which may be NULL; no person has only
// NULLs.
struct People {
  Microdata data;
  std::vector<std::vector<int>> of_person;
  // Format of slices, with two groups.
  oracle::ShownFormat sliced;
  oracle::ShownFormat generalized;
  oracle::ShownFormat joined;

  const oracle::ShownFormat& shown(Format format) const {
    if (format == Format::sliced) return sliced;
    return format == Format::generalized ? generalized : joined;
  }
};

Hierarchy hierarchy_of_pairs(Code distinct) {
  Hierarchy hierarchy = flat_hierarchy(distinct);
  std::vector<std::uint32_t> pairs;
  // NULL, the last code, has its own label.
  for (Code code = 0; code + 1 < distinct; ++code)
    pairs.push_back(code / 2);
  pairs.push_back(pairs.back() + 1);
  hierarchy.labels.insert(hierarchy.labels.begin() + 1, pairs.back() + 1);
  hierarchy.label_of_code.insert(hierarchy.label_of_code.begin() + 1, pairs);
  return hierarchy;
}

People random_people(Choices& choices, std::size_t persons) {
  People people;
  people.data.rows = static_cast<Row>(persons);
  for (const auto as : {oracle::GeneralizedAs::to_range, oracle::GeneralizedAs::to_set,
                        oracle::GeneralizedAs::to_label}) {
    Attribute attribute;
    attribute.name = "q" + std::to_string(people.data.attributes.size());
    attribute.distinct = static_cast<Code>(choices.between(2, choices.one_in(3) ? 6 : 3));
    attribute.nullable = true;
    if (as == oracle::GeneralizedAs::to_range) {
      for (Code code = 0; code + 1 < attribute.distinct; ++code)
        attribute.projection.push_back(code);
      attribute.projection.push_back(std::nan(""));
    }
    if (as == oracle::GeneralizedAs::to_label)
      attribute.hierarchy = hierarchy_of_pairs(attribute.distinct);
    std::vector<Code>& column = people.data.columns.emplace_back();
    for (std::size_t p = 0; p < persons; ++p)
      column.push_back(
          static_cast<Code>(choices.between(0, static_cast<int>(attribute.distinct) - 1)));
    people.generalized.generalized.push_back({as, static_cast<int>(attribute.distinct) - 1});
    people.data.attributes.push_back(std::move(attribute));
  }
  const auto is_null = [&](std::size_t a, std::size_t p) {
    return people.data.columns[a][p] + 1 == people.data.attributes[a].distinct;
  };
  for (std::size_t p = 0; p < persons; ++p) {
    if (is_null(0, p) && is_null(1, p) && is_null(2, p)) people.data.columns[1][p] = 0;
    std::vector<int>& values = people.of_person.emplace_back();
    for (std::size_t a = 0; a < 3; ++a)
      values.push_back(is_null(a, p) ? oracle::null_value
                                     : static_cast<int>(people.data.columns[a][p]));
  }
  const auto alone = static_cast<std::size_t>(choices.between(0, 2));
  people.joined.groups = {{0, 1, 2}};
  people.sliced.groups = {{alone}, {}};
  for (std::size_t a = 0; a < 3; ++a) {
    if (a != alone) people.sliced.groups[1].push_back(a);
  }
  return people;
}

// An edition to write: its people, by their numbers, and the values of buckets.
struct WrittenEdition {
  TuplePartition buckets;
  std::vector<std::vector<Code>> values;
  // First bucket that shows no value of its people; all later ones show none, either.
  std::size_t valueless = std::numeric_limits<std::size_t>::max();
};

WrittenEdition written(const test::SeriesEdition& edition) {
  WrittenEdition result{edition.edition.buckets, {}, edition.edition.buckets.buckets()};
  append(result.buckets, edition.edition.valueless);
  for (Row& row : result.buckets.rows)
    row = edition.person(row);
  for (const std::uint32_t signature : edition.edition.signature_of)
    result.values.push_back(edition.edition.signatures[signature]);
  result.values.resize(result.buckets.buckets());
  return result;
}

oracle::ShownCell cell_of_value(const GeneralizedAttribute& shown, std::size_t bucket,
                                const Attribute& attribute) {
  const GeneralizedValue& value = shown.values[shown.value_of_class[bucket]];
  const Code null = attribute.distinct - 1;
  const auto meant = [&](Code code) {
    return code == null ? oracle::null_value : static_cast<int>(code);
  };
  oracle::ShownCell cell;
  if (shown.kind == GeneralizedAttribute::Kind::label) {
    const std::vector<std::uint32_t>& labels = attribute.hierarchy->label_of_code[value.level];
    for (Code code = 0; code < attribute.distinct; ++code) {
      if (labels[code] == labels[value.codes.front()]) cell.insert(meant(code));
    }
    return cell;
  }
  for (const Code code : value.codes)
    cell.insert(meant(code));
  if (shown.kind != GeneralizedAttribute::Kind::range || value.codes.size() == 1) return cell;
  // A range with NULL is written without an upper bound.
  for (Code code = value.codes.front(); code < value.codes.back(); ++code)
    cell.insert(meant(code));
  return cell;
}

using CellsByPlace = std::vector<std::vector<oracle::ShownCell>>;

// Returns the cells of every person, in the order of the buckets.
CellsByPlace cells_of_persons(const WrittenEdition& edition, Format format, const People& people,
                              Random& random) {
  const Microdata& data = people.data;
  const std::size_t persons = edition.buckets.rows.size();
  CellsByPlace cells(persons, std::vector<oracle::ShownCell>(data.attributes.size()));
  if (format == Format::generalized) {
    for (std::size_t a = 0; a < data.attributes.size(); ++a) {
      const GeneralizedAttribute shown = generalize_attribute(data, a, edition.buckets, {}, {});
      for (std::size_t b = 0; b < edition.buckets.buckets(); ++b) {
        for (Row place = edition.buckets.offsets[b]; place < edition.buckets.offsets[b + 1];
             ++place)
          cells[place][a] = cell_of_value(shown, b, data.attributes[a]);
      }
    }
    return cells;
  }
  const auto& groups = people.shown(format).groups;
  std::vector<std::vector<std::uint8_t>> empty;
  for (const std::vector<std::size_t>& group : groups) {
    std::vector<std::uint8_t>& of_group = empty.emplace_back();
    for (const std::vector<int>& values : people.of_person) {
      of_group.push_back(std::all_of(group.begin(), group.end(),
                                     [&](std::size_t a) { return values[a] == oracle::null_value; })
                             ? 1
                             : 0);
    }
  }
  const auto linking = permute_persons(edition.buckets, empty, random, {});
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::size_t place = 0; place < persons; ++place) {
      for (const std::size_t a : groups[g])
        cells[place][a] = {people.of_person[linking[g][place]][a]};
    }
  }
  return cells;
}

oracle::PublishedTables publish(const WrittenEdition& edition, Format format, const People& people,
                                Random& random) {
  oracle::PublishedTables tables;
  const CellsByPlace cells = cells_of_persons(edition, format, people, random);
  const std::vector<oracle::ShownCell> nobody(people.data.attributes.size(), {oracle::null_value});
  for (std::size_t b = 0; b < edition.buckets.buckets(); ++b) {
    std::vector<Code> values = edition.values[b];
    random.shuffle(std::span(values));
    const std::size_t persons = edition.buckets.bucket(b).size();
    const bool valueless = b >= edition.valueless;
    if (valueless) values.resize(persons);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const int value = valueless ? oracle::null_value : static_cast<int>(values[i]);
      const auto& shown = i < persons ? cells[edition.buckets.offsets[b] + i] : nobody;
      if (format == Format::anatomy) {
        tables.values.emplace_back(b, value);
        if (i < persons) tables.rows.push_back({b, shown, std::nullopt});
      } else {
        tables.rows.push_back({b, shown, value});
      }
    }
  }
  return tables;
}

oracle::SeriesEdition seen_in(const WrittenEdition& edition, Format format, const People& people,
                              Random& random) {
  oracle::SeriesEdition seen;
  seen.buckets = oracle::read_buckets(publish(edition, format, people, random),
                                      people.shown(format), people.of_person);
  for (const Row person : edition.buckets.rows)
    seen.present[static_cast<int>(person)] = static_cast<int>(person);
  return seen;
}

// Keeps the first editions. The possible places of people might be too many for the oracle; the
// attacker then has only the first editions.
void keep_first_editions(std::vector<oracle::SeriesEdition>& editions) {
  constexpr std::size_t most = 1000;
  while (oracle::ways_to_place(editions, most) == most)
    editions.pop_back();
}

TEST(SeriesFormats, LeaveNothingAboveOneInM) {
  std::map<Format, std::size_t> persons;
  std::map<Format, std::size_t> of_several;
  std::map<Format, std::size_t> ambiguous;
  std::map<Format, std::size_t> valueless;
  for_cases(1000, [&](Choices& choices, std::uint64_t seed) {
    const auto m = static_cast<std::uint32_t>(choices.between(2, 3));
    const People people = random_people(
        choices,
        static_cast<std::size_t>(choices.between(choices.one_in(3) ? static_cast<int>(m) : 7, 8)));
    const test::RandomHistory history = random_history(
        choices, seed, people.data, {4, m, m + static_cast<Code>(choices.between(0, 3))});
    Random random = Random::seeded(seed);
    for (const Format format : formats) {
      std::vector<oracle::SeriesEdition> seen;
      for (const test::SeriesEdition& edition : history.editions)
        seen.push_back(seen_in(written(edition), format, people, random));
      keep_first_editions(seen);
      for (const oracle::SeriesEdition& edition : seen) {
        persons[format] += edition.present.size();
        for (const oracle::SeriesBucket& bucket : edition.buckets)
          valueless[format] += bucket.valueless ? 1 : 0;
      }
      of_several[format] += seen.size() > 1 ? 1 : 0;
      ambiguous[format] += oracle::ways_to_place(seen, 2) == 2 ? 1 : 0;
      for (const auto& changes : {history.changes, history.all_times}) {
        const auto beliefs =
            oracle::series_beliefs(seen, {true, changes, static_cast<int>(history.distinct)});
        ASSERT_TRUE(beliefs);
        EXPECT_FALSE(oracle::break_promise(*beliefs, m));
        expect_truth(history, *beliefs);
      }
    }
  });
  for (const Format format : formats) {
    EXPECT_GT(persons[format], test::expected_of(300));
    EXPECT_GE(of_several[format], test::expected_of(31));
    EXPECT_GE(valueless[format], test::expected_of(5));
  }
  EXPECT_GE(ambiguous[Format::sliced], test::expected_of(9));
  EXPECT_GE(ambiguous[Format::generalized], test::expected_of(9));
}

// Independent releases keep the guarantee one by one, in every format, and break it together.
TEST(SeriesFormats, AreSeenThroughWhereReleasesAreIndependent) {
  std::map<Format, std::size_t> broken;
  for_cases(60, [&](Choices& choices, std::uint64_t seed) {
    const auto m = static_cast<std::uint32_t>(choices.between(2, 3));
    const Code distinct = m + 1;
    const People people = random_people(choices, 2 * std::size_t{distinct});
    std::vector<Code> values;
    for (Row row = 0; row < people.data.rows; ++row)
      values.push_back(row % distinct);
    Random random = Random::seeded(seed);
    std::vector<WrittenEdition> releases;
    for (int release = 0; release < 2; ++release) {
      std::vector<Row> rows = test::everybody(people.data.rows);
      random.shuffle(std::span(rows));
      WrittenEdition& made = releases.emplace_back();
      made.buckets = anatomize(values, distinct, rows, m, random, {});
      for (std::size_t b = 0; b < made.buckets.buckets(); ++b) {
        std::vector<Code>& of_bucket = made.values.emplace_back();
        for (const Row row : made.buckets.bucket(b))
          of_bucket.push_back(values[row]);
      }
    }
    for (const Format format : formats) {
      std::vector<oracle::SeriesEdition> seen;
      for (const WrittenEdition& release : releases) {
        seen.push_back(seen_in(release, format, people, random));
        const auto alone = oracle::series_beliefs({seen.back()}, {false, {}});
        ASSERT_TRUE(alone);
        EXPECT_FALSE(oracle::break_promise(*alone, m));
      }
      const auto together = oracle::series_beliefs(seen, {false, {}});
      ASSERT_TRUE(together);
      broken[format] += oracle::break_promise(*together, m) ? 1 : 0;
    }
  });
  for (const Format format : formats)
    EXPECT_GT(broken[format], test::expected_of(5));
}

}  // namespace
}  // namespace microdata
