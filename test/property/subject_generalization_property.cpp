#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <limits>
#include <numeric>
#include <optional>
#include <set>

#include "core/microdata/attribute_set.hpp"
#include "core/subject/subject_generalization.hpp"
#include "property/subject_choices.hpp"

// Tests of generalizations of people with several rows, by the definition. A class has k people and
// equally many rows of each, and covers all of them.

namespace microdata {
namespace {

using test::Choices;
using test::PersonTable;

// Makes quasi-identifiers numbers, values in groups of a hierarchy, or plain values. Some have
// NULL, some ends of ranges do not distinguish some numbers, and some attributes are not divisible.
void give_kinds(Choices& choices, Microdata& data) {
  for (Attribute& attribute : data.attributes) {
    if (attribute.role != Role::quasi_identifier) continue;
    attribute.divisible = !choices.one_in(8);
    attribute.nullable = choices.one_in(4);
    if (choices.one_in(2)) {
      const bool blurred = choices.one_in(3);
      for (Code code = 0; code < attribute.distinct; ++code) {
        attribute.projection.push_back(code);
        if (blurred) {
          attribute.same_end.push_back(code > 0 && choices.one_in(3) ? attribute.same_end.back()
                                                                     : code);
        }
      }
      if (attribute.nullable)
        attribute.projection.back() = std::numeric_limits<double>::quiet_NaN();
    } else if (choices.one_in(2)) {
      Hierarchy hierarchy;
      std::vector<std::uint32_t> labels(attribute.distinct);
      for (const Code width : {1U, 3U, attribute.distinct}) {
        for (Code code = 0; code < attribute.distinct; ++code)
          labels[code] = code / width;
        hierarchy.label_of_code.push_back(labels);
        hierarchy.labels.push_back(labels.back() + 1);
      }
      attribute.hierarchy = hierarchy;
    }
  }
}

bool covers(const Attribute& attribute, const GeneralizedAttribute& shown,
            const GeneralizedValue& value, Code code) {
  if (shown.kind == GeneralizedAttribute::Kind::range)
    return value.codes.front() <= code && code <= value.codes.back();
  if (shown.kind == GeneralizedAttribute::Kind::label) {
    const std::vector<std::uint32_t>& labels = attribute.hierarchy->label_of_code[value.level];
    return labels[code] == labels[value.codes.front()];
  }
  return std::find(value.codes.begin(), value.codes.end(), code) != value.codes.end();
}

void expect_generalization(const PersonTable& table, const SubjectBucketization& classes,
                           const SubjectGeneralization& shown,
                           const SubjectBucketizationOptions& options) {
  const Microdata& data = table.data;
  std::vector<int> times(table.subjects.buckets());
  for (std::size_t c = 0; c < classes.buckets.buckets(); ++c) {
    const std::span<const Row> persons = classes.buckets.bucket(c);
    EXPECT_GE(persons.size(), options.k);
    for (const Row person : persons) {
      ++times[person];
      const std::span<const Row> rows = classes.published_rows.bucket(person);
      EXPECT_EQ(rows.size(), classes.published_rows.bucket(persons.front()).size());
      EXPECT_GE(rows.size(), 1U);
      for (const GeneralizedAttribute& attribute : shown.attributes) {
        const GeneralizedValue& value = attribute.values[attribute.value_of_class[c]];
        for (const Row row : rows) {
          EXPECT_TRUE(covers(data.attributes[attribute.attribute], attribute, value,
                             data.columns[attribute.attribute][row]));
        }
      }
    }
    for (const std::size_t a : attributes_with_role(data, Role::sensitive)) {
      test::PersonSets sets;
      for (const Row person : persons) {
        sets.emplace_back();
        for (const Row row : classes.published_rows.bucket(person))
          sets.back().insert(data.columns[a][row]);
      }
      EXPECT_TRUE(
          test::defined_to_hold(LDiversity{options.l}, sets, sets, data.attributes[a].distinct));
    }
  }
  for (std::size_t person = 0; person < times.size(); ++person)
    EXPECT_EQ(times[person], classes.published_rows.bucket(person).empty() ? 0 : 1);
  const double loss = information_loss(shown.lost).mean;
  EXPECT_GE(loss, 0);
  EXPECT_LE(loss, 1 + 1e-9);
}

// Returns true if some values of the divisible attributes of people are covered by both classes of
// a stratum.
bool overlap(const Microdata& data, const SubjectGeneralization& shown,
             const AttributeSet& of_person, std::size_t a, std::size_t b) {
  for (const GeneralizedAttribute& attribute : shown.attributes) {
    if (!contains(of_person, attribute.attribute)) return true;
    const Attribute& of = data.attributes[attribute.attribute];
    if (!of.divisible) continue;
    std::set<Code> ends_of_a;
    std::set<Code> ends_of_b;
    for (Code code = 0; code < of.distinct; ++code) {
      if (covers(of, attribute, attribute.values[attribute.value_of_class[a]], code))
        ends_of_a.insert(of.end_of_range(code));
      if (covers(of, attribute, attribute.values[attribute.value_of_class[b]], code))
        ends_of_b.insert(of.end_of_range(code));
    }
    if (std::none_of(ends_of_a.begin(), ends_of_a.end(),
                     [&](Code end) { return ends_of_b.contains(end); }))
      return false;
  }
  return true;
}

TEST(SubjectGeneralization, ClassesAreOfKPersonsAndCoverTheirRows) {
  int releases = 0;
  int several_classes = 0;
  int nothing_sensitive = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t seed) {
    PersonTable table = random_persons(
        choices, {.most_persons = 60, .most_rows = choices.one_in(4) ? 12 : 4, .most_values = 16});
    give_kinds(choices, table.data);
    SubjectBucketizationOptions options = random_subject_options(choices);
    options.columns = 1;
    options.k = static_cast<std::uint32_t>(choices.between(1, 9));
    options.classes = choices.of(std::vector<Grouping>{Grouping::strict, Grouping::relaxed});
    if (options.cuts == Cuts::oblivious) options.classes = Grouping::relaxed;
    if (choices.one_in(3)) options.l = 1;
    if (choices.one_in(4)) {
      for (Attribute& attribute : table.data.attributes) {
        if (attribute.role == Role::sensitive) attribute.role = Role::insensitive;
      }
      options.l = 1;
      std::erase_if(options.privacy, is_about_sensitive_values);
    }
    const auto classes = test::try_to_bucketize(table, options, seed);
    if (!classes) {
      // One class of all people, with one row each, can only fail by having fewer than k people.
      const bool only_k = options.l <= 1 && options.privacy.empty();
      EXPECT_TRUE(!only_k || table.subjects.buckets() < options.k);
      return;
    }
    ++releases;
    several_classes += classes->buckets.buckets() > 1 ? 1 : 0;
    nothing_sensitive += attributes_with_role(table.data, Role::sensitive).empty() ? 1 : 0;
    expect_generalization(table, *classes, show_subjects(table.data, *classes, 1, {}), options);
  });
  std::cout << releases << " releases, " << several_classes << " of several classes, "
            << nothing_sensitive << " without sensitive attributes\n";
  if (HasFailure()) return;
  EXPECT_GT(releases, test::expected_of(1000));
  EXPECT_GT(several_classes, test::expected_of(500));
  EXPECT_GT(nothing_sensitive, test::expected_of(200));
}

// Classes are made by cuts alone if there are no requirements on sensitive values and all people
// have equally many rows.
TEST(SubjectGeneralization, StrictClassesOfAStratumDoNotOverlap) {
  int compared = 0;
  test::for_cases(500, [&](Choices& choices, std::uint64_t seed) {
    PersonTable table = random_persons(choices, {.most_persons = 60, .most_rows = 3});
    give_kinds(choices, table.data);
    // Attributes of rows are shown for all rows of a person, and may overlap.
    for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
      Attribute& attribute = table.data.attributes[a];
      if (attribute.role == Role::quasi_identifier && !contains(table.of_person, a))
        attribute.role = Role::insensitive;
    }
    SubjectBucketizationOptions options;
    options.l = 1;
    options.k = 3;
    options.rows_per_person = 1;
    options.classes = Grouping::strict;
    const auto classes = test::try_to_bucketize(table, options, seed);
    if (!classes) return;
    const SubjectGeneralization shown = show_subjects(table.data, *classes, 1, {});
    if (shown.attributes.empty()) return;
    for (std::size_t b = 0; b < classes->buckets.buckets(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        EXPECT_FALSE(overlap(table.data, shown, table.of_person, a, b));
        ++compared;
      }
    }
  });
  EXPECT_GT(compared, test::expected_of(500));
}

}  // namespace
}  // namespace microdata
