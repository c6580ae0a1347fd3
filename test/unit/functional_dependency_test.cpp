#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

#include "core/dependency/dependency_search.hpp"
#include "unit/adult.hpp"

// Tests of functional dependencies on tables with results by hand, and on the Adult data.

namespace microdata {
namespace {

using Codes = std::vector<Code>;

Dependency measured(const Codes& a, Code of_a, const Codes& s, Code of_s) {
  return measure_dependency({a, of_a}, {s, of_s});
}

// Returns the codes 0 .. distinct - 1 cyclically for `rows` rows.
Codes in_turn(Row rows, Code distinct) {
  Codes codes(rows);
  for (Row row = 0; row < rows; ++row)
    codes[row] = row % distinct;
  return codes;
}

// The label of each code is another code.
TEST(FunctionalDependency, LabelDeterminesCode) {
  const Codes code = in_turn(60, 6);
  Codes label(60);
  for (Row row = 0; row < 60; ++row)
    label[row] = 5 - code[row];
  const Dependency dependency = measured(label, 6, code, 6);
  EXPECT_EQ(dependency.rows, 60U);
  EXPECT_EQ(dependency.determined, 60U);
  EXPECT_EQ(dependency.guessed, 0U);  // all codes are equally frequent
  EXPECT_EQ(dependency.share(), 1);
  EXPECT_EQ(dependency.lambda(), 1);
  EXPECT_TRUE(is_determining(dependency));
}

// Six rows have one value, with 4, 1 and 1 sensitive values. Without itself, a row of the four sees
// 3, 1 and 1, so that four rows are guessed. With 3, 2 and 1, a row of the three sees a tie.
TEST(FunctionalDependency, RowIsNoEvidenceForItself) {
  EXPECT_EQ(measured(Codes(6, 0), 1, {0, 0, 0, 0, 1, 2}, 3).determined, 4U);
  EXPECT_EQ(measured(Codes(6, 0), 1, {0, 0, 0, 1, 1, 2}, 3).determined, 0U);
}

TEST(FunctionalDependency, ValuesOfFewRowsTellNothing) {
  const Codes unique = in_turn(100, 100);
  EXPECT_EQ(measured(unique, 100, in_turn(100, 2), 2).rows, 0U);
  const Codes of_four = in_turn(100, 25);
  EXPECT_EQ(measured(of_four, 25, in_turn(100, 5), 5).rows, 0U);
  // A dependency of 29 rows is never determining, because the rows are too few.
  EXPECT_FALSE(is_determining(measured(in_turn(29, 5), 5, in_turn(29, 5), 5)));
}

// All people but one are well, so that a guess that ignores the attribute is correct.
TEST(FunctionalDependency, NearlyConstantValuesAreDeterminedByNothing) {
  Codes well(200, 0);
  well[17] = 1;
  const Dependency dependency = measured(in_turn(200, 20), 20, well, 2);
  EXPECT_EQ(dependency.rows, 200U);
  EXPECT_EQ(dependency.determined, 199U);
  EXPECT_EQ(dependency.lambda(), 0);
  EXPECT_FALSE(is_determining(dependency));
}

// Ten visits of one person are not ten people with the same address.
TEST(FunctionalDependency, RowsOfAPersonCountOnce) {
  const Codes address = in_turn(100, 10);
  const Codes& person = address;
  EXPECT_EQ(measure_dependency({address, 10}, {address, 10}, {{person, 10}, {}}).rows, 0U);
  Codes other(100);
  for (Row row = 0; row < 100; ++row)
    other[row] = row / 2;
  EXPECT_EQ(measure_dependency({address, 10}, {address, 10}, {{other, 50}, {}}).rows, 100U);
}

Microdata table_of(const std::vector<Codes>& columns, const std::vector<Code>& distinct) {
  Microdata data;
  data.rows = static_cast<Row>(columns.front().size());
  data.columns = columns;
  for (const Code values : distinct) {
    data.attributes.emplace_back();
    data.attributes.back().distinct = values;
  }
  return data;
}

// The sum is independent of each of the two attributes, but both together determine it.
TEST(FunctionalDependency, PairDetermines) {
  Codes a(360);
  Codes b(360);
  Codes sum(360);
  for (Row row = 0; row < 360; ++row) {
    a[row] = row % 6;
    b[row] = row / 6 % 6;
    sum[row] = (a[row] + b[row]) % 6;
  }
  const Microdata data = table_of({a, b, in_turn(360, 5), sum}, {6, 6, 5, 6});
  const auto found = find_dependencies(data, {{0, 1, 2}, {0, 1, 2}, {3}, {}}).dependencies;
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().attributes, (AttributeSet{0, 1}));
  EXPECT_EQ(found.front().dependency.share(), 1);
  // If the caller chose the roles of both attributes, no dependency is searched for.
  EXPECT_TRUE(find_dependencies(data, {{0, 1, 2}, {2}, {3}, {}}).dependencies.empty());
  EXPECT_EQ(find_dependencies(data, {{0, 1, 2}, {1}, {3}, {}}).dependencies.size(), 1U);
}

// One attribute determines one element of each list; a further element common to all lists does not
// hide this.
TEST(FunctionalDependency, ElementsAreLookedFor) {
  constexpr Code codes = 20;
  Codes list(600);
  Codes first(600);
  Codes other(600);
  for (Row row = 0; row < 600; ++row) {
    list[row] = row;
    first[row] = row * 7 % codes;
    other[row] = row * 11 % 13;
  }
  const Microdata data = table_of({list, first, other}, {600, codes, 13});
  DependencySearch search{{1, 2}, {1, 2}, {0}, {}};
  EXPECT_TRUE(find_dependencies(data, search).dependencies.empty());
  search.elements.resize(3);
  search.elements[0] = [&](Code row) {
    return std::vector<std::string>{"key", "D" + std::to_string(first[row]),
                                    "D" + std::to_string(row * 2654435761U % 4294967291U % codes)};
  };
  const auto found = find_dependencies(data, search).dependencies;
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().attributes, AttributeSet{1});
  EXPECT_EQ(found.front().determination, Determination::tells_held_value);
}

// People with many rows are sampled, with some rows of each.
TEST(FunctionalDependency, ManyRowsOfFewPersons) {
  constexpr Row rows = 200'000;
  constexpr Code persons = 400;
  Codes has_one(rows);
  Codes disease(rows);
  Codes person(rows);
  for (Row row = 0; row < rows; ++row) {
    person[row] = row % persons;
    has_one[row] = person[row] % 5 == 0 ? 1 : 0;
    const Row visit = row / persons;
    disease[row] = has_one[row] == 1 && visit % 3 == 0 ? 0 : 1 + visit % 7;
  }
  const Microdata data = table_of({has_one, disease}, {2, 8});
  const auto found = find_dependencies(data, {{0}, {0}, {1}, {person, persons}}).dependencies;
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().determination, Determination::tells_one_value);
}

// A code determines its chapter, but a chapter does not determine its code.
TEST(FunctionalDependency, ChapterIsDetermined) {
  const Codes code = in_turn(240, 12);
  Codes chapter(240);
  for (Row row = 0; row < 240; ++row)
    chapter[row] = code[row] / 4;
  const Microdata data = table_of({chapter, code}, {3, 12});
  const auto found = find_dependencies(data, {{0}, {0}, {1}, {}}).dependencies;
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().determination, Determination::is_determined);
  const auto backwards = find_dependencies(data, {{1}, {1}, {0}, {}}).dependencies;
  ASSERT_EQ(backwards.size(), 1U);
  EXPECT_EQ(backwards.front().determination, Determination::determines);
}

// A label that is wrong in 15% of the rows, or in 24% with many values, determines the code. A
// label that is wrong in 30% does not.
TEST(FunctionalDependency, NearlyIsEnough) {
  const auto found_with = [](Row wrong, Code values) {
    constexpr Row rows = 12000;
    const Codes code = in_turn(rows, values);
    Codes label = code;
    for (Row row = 0; row < rows; ++row) {
      if (row / values % 100 < wrong)
        label[row] = (label[row] + 1 + row / 7 % (values - 1)) % values;
    }
    const Microdata data = table_of({label, code}, {values, values});
    return !find_dependencies(data, {{0}, {0}, {1}, {}}).dependencies.empty();
  };
  for (const Code values : {3U, 6U, 12U, 40U})
    EXPECT_TRUE(found_with(15, values)) << values;
  EXPECT_TRUE(found_with(24, 40));
  EXPECT_FALSE(found_with(30, 3));
  EXPECT_FALSE(found_with(30, 12));
}

// The result states the omitted part of a bounded search.
TEST(FunctionalDependency, ExtentOfSearch) {
  std::vector<Codes> columns;
  std::vector<Code> distinct;
  AttributeSet all;
  for (Code attribute = 0; attribute < 36; ++attribute) {
    Codes column(20000);
    for (Row row = 0; row < 20000; ++row)
      column[row] = (row * 2654435761U + attribute * 40503U * (row >> attribute % 7)) % 4093 % 11;
    columns.push_back(std::move(column));
    distinct.push_back(11);
    if (attribute > 0) all.push_back(attribute);
  }
  const SearchExtent extent =
      find_dependencies(table_of(columns, distinct), {all, all, {0}, {}}).extent;
  EXPECT_EQ(extent.attributes, 35U);
  EXPECT_EQ(extent.paired, most_paired_attributes);
  EXPECT_EQ(extent.rows, 20000U);
  EXPECT_LT(extent.looked_at, 6000U);
  EXPECT_GT(extent.looked_at, 4000U);
  EXPECT_EQ(extent.lists, 0U);
}

// Each attribute is sensitive in turn. The number of years determines education and vice versa,
// relationship (husband, wife) determines who is married, and marital status determines who is a
// husband.
TEST(FunctionalDependency, AdultHasFew) {
  const auto adult = test::read_adult();
  if (!adult) GTEST_SKIP() << "MICRODATA_ADULT names no file";
  Microdata data;
  for (const std::string& name : adult->attributes) {
    std::map<std::string, Code> codes;
    Codes column;
    for (const std::string& value : adult->values.at(name))
      column.push_back(codes.emplace(value, static_cast<Code>(codes.size())).first->second);
    data.rows = static_cast<Row>(column.size());
    data.attributes.emplace_back();
    data.attributes.back().distinct = static_cast<Code>(codes.size());
    data.attributes.back().name = name;
    data.columns.push_back(std::move(column));
  }
  for (std::size_t s = 0; s < data.attributes.size(); ++s) {
    DependencySearch search;
    for (std::size_t a = 0; a < data.attributes.size(); ++a) {
      if (a != s) search.published.push_back(a);
    }
    search.suspected = search.published;
    search.sensitive = {s};
    const std::string& name = data.attributes[s].name;
    const auto found = find_dependencies(data, search).dependencies;
    if (name == "marital_status") {
      ASSERT_EQ(found.size(), 1U);
      EXPECT_EQ(data.attributes[found.front().attributes.front()].name, "relationship");
      EXPECT_EQ(found.front().determination, Determination::tells_one_value);
      continue;
    }
    // The sampling weight was computed from the sex, and marital status identifies husbands.
    const std::map<std::string, std::string> nearly{
        {"sex", "fnlwgt"}, {"fnlwgt", "sex"}, {"relationship", "marital_status"}};
    if (nearly.contains(name)) {
      ASSERT_EQ(found.size(), 1U) << name;
      EXPECT_EQ(data.attributes[found.front().attributes.front()].name, nearly.at(name));
      continue;
    }
    EXPECT_EQ(found.size(), name.starts_with("education") ? 1U : 0U) << name;
    for (const FoundDependency& each : found) {
      ASSERT_EQ(each.attributes.size(), 1U);
      EXPECT_TRUE(data.attributes[each.attributes.front()].name.starts_with("education"));
    }
  }
}

}  // namespace
}  // namespace microdata
