#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <gtest/gtest.h>
#include <map>
#include <utility>
#include <vector>

#include "core/partition/drawn_ends.hpp"
#include "core/partition/local_recoding.hpp"
#include "property/random_table.hpp"

// Compares drawn ends of ranges with the values of the classes.

namespace microdata {
namespace {

using test::Choices;

Attribute numbered_attribute(Code values) {
  Attribute attribute;
  attribute.distinct = values;
  for (Code code = 0; code < values; ++code)
    attribute.projection.push_back(code);
  return attribute;
}

Attribute named_attribute(Code values) {
  Attribute attribute;
  attribute.distinct = values;
  return attribute;
}

// Two classes that a second attribute distinguishes. The first class has `values`; the second has
// every value of the domain `others` times.
struct ClassAmongOthers {
  Microdata data;
  TuplePartition classes;
};

ClassAmongOthers among_others(const std::vector<Code>& values, Code domain, Row others) {
  ClassAmongOthers result;
  result.data.attributes = {numbered_attribute(domain), named_attribute(2)};
  result.data.columns.resize(2);
  const auto add = [&](Code value, Code side) {
    result.classes.rows.push_back(result.data.rows++);
    result.data.columns[0].push_back(value);
    result.data.columns[1].push_back(side);
  };
  for (const Code value : values)
    add(value, 0);
  result.classes.offsets.push_back(result.data.rows);
  for (Code value = 0; value < domain; ++value) {
    for (Row row = 0; row < others; ++row)
      add(value, 1);
  }
  result.classes.offsets.push_back(result.data.rows);
  return result;
}

// Frequencies with which a predicate matches exactly one row of the class.
struct EndSuccess {
  double of_ends = 0;    // for an end of the range
  double of_values = 0;  // for any value of the range, mean over all
  double asked = 0;
};

void ask(const std::vector<Code>& values, const GeneralizedValue& shown, EndSuccess& success) {
  if (shown.codes.size() < 2) return;
  const auto is_alone = [&](Code code) {
    return std::count(values.begin(), values.end(), code) == 1 ? 1.0 : 0.0;
  };
  const Code low = shown.codes.front();
  const Code high = shown.codes.back();
  success.of_ends += (is_alone(low) + is_alone(high)) / 2;
  double sum = 0;
  for (Code code = low; code <= high; ++code)
    sum += is_alone(code);
  success.of_values += sum / (high - low + 1.0);
  success.asked += 1;
}

// All classes of three rows over twelve values are tried. An attacker who names an end of the range
// is right nearly as often as one who names any value of it. If the ends are values of the class,
// the attacker is right nearly always.
TEST(DrawnEndsProperty, EndsAreOnePersonsAsOftenAsChanceHasIt) {
  constexpr Code domain = 12;
  EndSuccess drawn;
  EndSuccess of_values;
  Random random = Random::seeded(test::first_seed());
  for (Code a = 0; a < domain; ++a) {
    for (Code b = 0; b < domain; ++b) {
      for (Code c = 0; c < domain; ++c) {
        const ClassAmongOthers made = among_others({a, b, c}, domain, 20);
        const std::vector<GeneralizedAttribute> hulls =
            generalize_attributes(made.data, {0, 1}, made.classes, {}, {}, {});
        ask({a, b, c}, hulls[0].values[hulls[0].value_of_class[0]], of_values);
        for (int times = 0; times < 10; ++times) {
          std::vector<GeneralizedAttribute> shown = hulls;
          draw_ends(made.data, made.classes, shown, LossMeasure::width, random, {});
          ask({a, b, c}, shown[0].values[shown[0].value_of_class[0]], drawn);
        }
      }
    }
  }
  const double chance = drawn.of_values / drawn.asked;
  std::printf("ends %.3f, any values %.3f; ends of values %.3f\n", drawn.of_ends / drawn.asked,
              chance, of_values.of_ends / of_values.asked);
  EXPECT_GT(of_values.of_ends / of_values.asked, 0.8);
  EXPECT_LT(drawn.of_ends / drawn.asked, 1.5 * chance);
}

// Two classes whose ranges are neighbours show different values of an attribute that is not
// divisible, and a third class has the rows between and around them. Readers may find the values of
// that attribute equal, so the two ranges still have no common number.
TEST(DrawnEndsProperty, WhatIsNotDivisibleKeepsNoClassesApart) {
  Microdata data;
  data.attributes = {numbered_attribute(6), named_attribute(2), named_attribute(2)};
  data.attributes[2].divisible = false;
  data.columns = {{0, 2, 3, 5, 0, 1, 2, 3, 4, 5},
                  {0, 0, 0, 0, 1, 1, 1, 1, 1, 1},
                  {0, 0, 1, 1, 0, 0, 0, 0, 0, 0}};
  data.rows = 10;
  const TuplePartition classes{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {0, 2, 4, 10}};
  Random random = Random::seeded(1);
  for (int times = 0; times < 100; ++times) {
    std::vector<GeneralizedAttribute> shown =
        generalize_attributes(data, {0, 1, 2}, classes, {}, {}, {});
    draw_ends(data, classes, shown, LossMeasure::width, random, {});
    const GeneralizedAttribute& ranges = shown[0];
    EXPECT_LT(ranges.values[ranges.value_of_class[0]].codes.back(),
              ranges.values[ranges.value_of_class[1]].codes.front());
  }
}

// If a class has every value many times, there is nothing to hide, and no information is lost.
TEST(DrawnEndsProperty, EndsThatManyRowsHaveStay) {
  std::vector<Code> values;
  for (Code value = 3; value < 7; ++value)
    values.insert(values.end(), 30, value);
  const ClassAmongOthers made = among_others(values, 10, 1);
  Random random = Random::seeded(test::first_seed());
  for (int times = 0; times < 100; ++times) {
    std::vector<GeneralizedAttribute> shown =
        generalize_attributes(made.data, {0, 1}, made.classes, {}, {}, {});
    draw_ends(made.data, made.classes, shown, LossMeasure::width, random, {});
    EXPECT_EQ(shown[0].values[shown[0].value_of_class[0]].codes, (std::vector<Code>{3, 6}));
  }
}

// Returns the codes that a class shows of an attribute, by the definition in
// generalized_attribute.hpp.
std::vector<std::uint8_t> shown_codes(const Attribute& attribute, const GeneralizedAttribute& shown,
                                      std::size_t c) {
  const GeneralizedValue& value = shown.values[shown.value_of_class[c]];
  std::vector<std::uint8_t> result(attribute.distinct);
  for (Code code = 0; code < attribute.distinct; ++code) {
    bool is_shown = std::binary_search(value.codes.begin(), value.codes.end(), code);
    if (shown.kind == GeneralizedAttribute::Kind::label) {
      const auto& label = attribute.hierarchy->label_of_code[value.level];
      is_shown = label[code] == label[value.codes.front()];
    } else if (shown.kind == GeneralizedAttribute::Kind::range) {
      // NULL leaves a range without an upper end.
      is_shown = attribute.end_of_range(value.codes.front()) <= attribute.end_of_range(code) &&
                 attribute.end_of_range(code) <= attribute.end_of_range(value.codes.back());
    }
    result[code] = is_shown ? 1 : 0;
  }
  return result;
}

// Returns true if the classes have a common value of every divisible attribute.
bool meet(const Microdata& data, const std::vector<GeneralizedAttribute>& shown, std::size_t c,
          std::size_t d) {
  return std::all_of(shown.begin(), shown.end(), [&](const GeneralizedAttribute& one) {
    const Attribute& attribute = data.attributes[one.attribute];
    if (!attribute.divisible) return true;
    const std::vector<std::uint8_t> of_c = shown_codes(attribute, one, c);
    const std::vector<std::uint8_t> of_d = shown_codes(attribute, one, d);
    for (Code code = 0; code < attribute.distinct; ++code) {
      if (of_c[code] != 0 && of_d[code] != 0) return true;
    }
    return false;
  });
}

// Classes of any tables overlap in the divisible attributes after drawing if and only if they did
// before.
TEST(DrawnEndsProperty, ClassesMeetAsBefore) {
  int apart = 0;
  int moved = 0;
  test::for_cases(2000, [&](Choices& choices, std::uint64_t seed) {
    Microdata data;
    data.rows = static_cast<Row>(choices.between(1, 30));
    AttributeSet attributes;
    for (int a = choices.between(1, 4); a > 0; --a) {
      const auto values = static_cast<Code>(choices.between(1, 40));
      Attribute attribute =
          choices.one_in(3) ? named_attribute(values) : numbered_attribute(values);
      attribute.divisible = !choices.one_in(6);
      if (attribute.numeric() && choices.one_in(3)) {
        for (Code code = 0; code < values; ++code)
          attribute.same_end.push_back(code > 0 && choices.one_in(3) ? attribute.same_end.back()
                                                                     : code);
      }
      if (attribute.numeric() && choices.one_in(4)) attribute.projection.back() = INFINITY;
      if (choices.one_in(3)) {
        attribute.nullable = true;
        ++attribute.distinct;
        if (attribute.numeric()) attribute.projection.push_back(std::nan(""));
        if (!attribute.same_end.empty()) attribute.same_end.push_back(attribute.distinct - 1);
      }
      std::vector<Code>& column = data.columns.emplace_back();
      for (Row row = 0; row < data.rows; ++row)
        column.push_back(
            static_cast<Code>(choices.between(0, static_cast<int>(attribute.distinct) - 1)));
      attributes.push_back(data.attributes.size());
      data.attributes.push_back(std::move(attribute));
    }
    TuplePartition classes;
    for (Row row = 0; row < data.rows; ++row) {
      classes.rows.push_back(row);
      if (choices.one_in(4) || row + 1 == data.rows) classes.offsets.push_back(row + 1);
    }
    const std::vector<GeneralizedAttribute> before =
        generalize_attributes(data, attributes, classes, {}, {}, {});
    std::vector<GeneralizedAttribute> after = before;
    Random random = Random::seeded(seed);
    draw_ends(data, classes, after, LossMeasure::width, random, {});
    for (std::size_t c = 0; c < classes.buckets(); ++c) {
      for (std::size_t i = 0; i < after.size(); ++i) {
        const Attribute& attribute = data.attributes[i];
        const std::vector<std::uint8_t> was = shown_codes(attribute, before[i], c);
        const std::vector<std::uint8_t> is = shown_codes(attribute, after[i], c);
        for (Code code = 0; code < attribute.distinct; ++code)
          EXPECT_LE(was[code], is[code]);
        moved += was != is ? 1 : 0;
        const GeneralizedValue& old_value = before[i].values[before[i].value_of_class[c]];
        const GeneralizedValue& new_value = after[i].values[after[i].value_of_class[c]];
        EXPECT_EQ(old_value.codes.size() == 1, new_value.codes.size() == 1);
        EXPECT_TRUE(std::is_sorted(new_value.codes.begin(), new_value.codes.end()));
        EXPECT_GE(new_value.penalty, old_value.penalty);
        if (attribute.nullable) {
          EXPECT_EQ(old_value.codes.back() + 1 == attribute.distinct,
                    new_value.codes.back() + 1 == attribute.distinct);
        }
        if (was == is) {
          EXPECT_EQ(old_value, new_value);
        } else {
          // A moved end is a number that some row has.
          for (const Code code : new_value.codes) {
            const std::vector<Code>& column = data.columns[i];
            EXPECT_NE(std::count(column.begin(), column.end(), code), 0);
            EXPECT_TRUE(std::isfinite(attribute.projection[code]) ||
                        std::count(old_value.codes.begin(), old_value.codes.end(), code) > 0);
          }
        }
      }
      for (std::size_t d = 0; d < c; ++d) {
        const bool before_meet = meet(data, before, c, d);
        EXPECT_EQ(meet(data, after, c, d), before_meet);
        apart += before_meet ? 0 : 1;
      }
    }
  });
  EXPECT_GT(apart, test::expected_of(2000));
  EXPECT_GT(moved, test::expected_of(200));
}

}  // namespace
}  // namespace microdata
