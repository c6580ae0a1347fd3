#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <optional>

#include "core/series/edition.hpp"
#include "core/series/invariance_check.hpp"
#include "property/published_series.hpp"
#include "unit/adult.hpp"

namespace microdata {
namespace {

using Kind = InvarianceFault::Kind;

// Returns people 0 to 3 in two editions of m = 2; person 1 left before the second edition, person 4
// came.
std::vector<InvariantEdition> sound() {
  return {{{{{0, 1}, 2}, {{1, 2}, 2}}, {0, 0, 1, 1, not_published}, {0, 1, 1, 2, 9}},
          {{{{2, 1}, 2}, {{0, 1}, 2}}, {1, not_published, 0, 0, 1}, {0, 9, 1, 2, 1}}};
}

std::vector<InvarianceFault> faults(const std::vector<InvariantEdition>& editions,
                                    std::uint32_t m = 2) {
  return check_invariance(editions, m, {});
}

TEST(InvarianceCheck, FindsNothingInSoundEditions) {
  EXPECT_TRUE(faults(sound()).empty());
  EXPECT_TRUE(faults({}).empty());
}

TEST(InvarianceCheck, FindsBucketsOfTooFewValues) {
  const auto found = faults(sound(), 3);
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[3], (InvarianceFault{Kind::too_few_values, 1, 1, 0, 0, 0}));
}

TEST(InvarianceCheck, FindsRepeatedValues) {
  auto editions = sound();
  editions[1].buckets[0].values = {2, 1, 2};
  EXPECT_EQ(faults(editions),
            (std::vector<InvarianceFault>{{Kind::repeated_value, 1, 0, 0, 2, 0},
                                          {Kind::changed_signature, 1, 0, 2, 0, 0},
                                          {Kind::changed_signature, 1, 0, 3, 0, 0}}));
}

TEST(InvarianceCheck, FindsWrongNumbersOfPersons) {
  auto editions = sound();
  editions[0].buckets.push_back({{0, 3}, 0});
  editions[1].buckets[1].persons = 3;
  EXPECT_EQ(faults(editions), (std::vector<InvarianceFault>{{Kind::no_person, 0, 2, 0, 0, 0},
                                                            {Kind::too_many_persons, 1, 1, 0, 0, 0},
                                                            {Kind::miscounted, 1, 1, 0, 0, 0}}));
}

TEST(InvarianceCheck, FindsWhoWasPublishedWithOtherValues) {
  auto editions = sound();
  editions.insert(editions.begin() + 1, editions[0]);
  editions[1].bucket_of[0] = not_published;
  editions[1].buckets[0].persons = 1;
  editions[2].buckets[1].values.push_back(3);
  EXPECT_EQ(faults(editions),
            (std::vector<InvarianceFault>{{Kind::changed_signature, 2, 1, 0, 0, 0}}));
}

TEST(InvarianceCheck, FindsUntrueValues) {
  auto editions = sound();
  editions[0].values[0] = 2;
  editions[1].values[3] = 1;
  EXPECT_EQ(faults(editions), (std::vector<InvarianceFault>{{Kind::missing_value, 0, 0, 0, 2, 0},
                                                            {Kind::shared_value, 1, 0, 3, 1, 0}}));
  editions[0].values.clear();
  editions[1].values.clear();
  EXPECT_TRUE(faults(editions).empty());
}

Microdata in_a_row(Row persons) {
  Microdata people;
  people.rows = persons;
  Attribute attribute;
  attribute.distinct = persons;
  people.attributes.push_back(attribute);
  people.columns.emplace_back(persons);
  std::iota(people.columns[0].begin(), people.columns[0].end(), Code{0});
  return people;
}

// Each end has two people of each value, so that no bucket has people of both ends.
TEST(Edition, PutsNearPersonsTogether) {
  const std::vector<Code> values{0, 1, 2, 0, 1, 2, 2, 1, 0, 2, 1, 0};
  Random random = Random::seeded(1);
  test::PublishedSeries series(in_a_row(12), 3, {3});
  std::vector<Row> all(12);
  std::iota(all.begin(), all.end(), Row{0});
  const Edition edition = series.publish(all, values, random).edition;
  ASSERT_EQ(edition.buckets.buckets(), 4U);
  for (std::size_t b = 0; b < 4; ++b) {
    const std::span<const Row> rows = edition.buckets.bucket(b);
    const auto [low, high] = std::minmax_element(rows.begin(), rows.end());
    EXPECT_EQ(*high - *low, 2U);
  }
}

// People 0 and 1 had the signature {0, 1}. Person 2 had {0, 2}. Person 1 now has the value 2, and a
// new person has the value 1.
TEST(Edition, WithholdsWhoseValueLeftTheSignature) {
  const std::vector<Signature> known{{0, 1}, {0, 2}};
  const std::vector<Code> values{0, 2, 0, 1};
  const std::vector<std::uint32_t> remembered{0, 0, 1, no_signature};
  Random random = Random::seeded(1);
  const Microdata people = in_a_row(4);
  const AttributeSet near_by{0};
  const Edition edition =
      make_edition({people, near_by, values, 3, remembered, {}}, known, {2}, random, {});
  EXPECT_EQ(edition.withheld, std::vector<Row>{1});
  EXPECT_TRUE(edition.waiting.empty());
  ASSERT_EQ(edition.buckets.buckets(), 2U);
  const std::size_t of_first = edition.signature_of[0] == 0 ? 0 : 1;
  const std::span<const Row> rows = edition.buckets.bucket(of_first);
  EXPECT_TRUE(std::is_permutation(rows.begin(), rows.end(), std::vector<Row>{0, 3}.begin()));
  EXPECT_EQ(edition.counterfeits(of_first), 0U);
  EXPECT_EQ(edition.counterfeits(1 - of_first), 1U);
}

TEST(Edition, MayBeEmpty) {
  Random random = Random::seeded(1);
  const Microdata nobody = in_a_row(0);
  const AttributeSet near_by{0};
  const Edition edition = make_edition({nobody, near_by, {}, 3, {}, {}}, {}, {2}, random, {});
  EXPECT_EQ(edition.buckets.buckets(), 0U);
  EXPECT_EQ(edition.counterfeits(), 0U);
}

std::vector<Code> codes_of(const std::vector<std::string>& texts, Code& distinct) {
  std::vector<std::string> values = texts;
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  distinct = static_cast<Code>(values.size());
  std::vector<Code> codes;
  for (const std::string& text : texts) {
    codes.push_back(
        static_cast<Code>(std::lower_bound(values.begin(), values.end(), text) - values.begin()));
  }
  return codes;
}

// Adult in editions, with the occupation as the value: people come, go and return.
class AdultSeries : public testing::TestWithParam<std::uint32_t> {
 protected:
  void SetUp() override {
    const std::optional<test::AdultTable> adult = test::read_adult();
    if (!adult) GTEST_SKIP() << "no adult.csv";
    for (const char* name : {"age", "workclass", "education", "marital_status", "race", "sex",
                             "hours_per_week", "salary"}) {
      Attribute attribute;
      people.columns.push_back(codes_of(adult->values.at(name), attribute.distinct));
      people.attributes.push_back(attribute);
    }
    occupation = codes_of(adult->values.at("occupation"), occupations);
    people.rows = static_cast<Row>(occupation.size());
    std::vector<Row> order(people.rows);
    std::iota(order.begin(), order.end(), Row{0});
    random.shuffle(std::span(order));
    present.assign(order.begin(), order.begin() + 8000);
    rest.assign(order.begin() + 8000, order.end());
  }

  // Removes 5%, adds 7% from the rest, and gives a random value to 2% of the remaining people.
  void change() {
    const std::size_t leave = present.size() * 5 / 100;
    const std::size_t come = present.size() * 7 / 100;
    const std::size_t other_value = present.size() * 2 / 100;
    random.shuffle(std::span(present));
    random.shuffle(std::span(rest));
    const std::vector<Row> gone(present.end() - static_cast<std::ptrdiff_t>(leave), present.end());
    present.resize(present.size() - leave);
    for (std::size_t i = 0; i < other_value; ++i)
      occupation[present[i]] = random.below(occupations);
    present.insert(present.end(), rest.end() - static_cast<std::ptrdiff_t>(come), rest.end());
    rest.resize(rest.size() - come);
    rest.insert(rest.end(), gone.begin(), gone.end());
  }

  Random random = Random::seeded(15);
  Microdata people;
  std::vector<Code> occupation;
  Code occupations = 0;
  std::vector<Row> present;
  std::vector<Row> rest;
};

TEST_P(AdultSeries, NeedsFewCounterfeits) {
  const std::uint32_t m = GetParam();
  test::PublishedSeries series(people, occupations, {m});
  for (int number = 1; number <= 10; ++number) {
    SCOPED_TRACE(number);
    if (number > 1) change();
    std::vector<Row> in_order = present;
    std::sort(in_order.begin(), in_order.end());
    const test::SeriesEdition edition = series.publish(in_order, occupation, random);
    const Edition& made = edition.edition;
    const std::size_t published = made.buckets.rows.size();
    EXPECT_EQ(published + made.waiting.size() + made.withheld.size(), present.size());
    EXPECT_LT(100 * made.counterfeits(), published + made.counterfeits());
    EXPECT_LT(100 * made.waiting.size(), published);
  }
}

TEST_P(AdultSeries, IsTheSameForASeed) {
  std::vector<std::vector<Row>> rows;
  for (int run = 0; run < 2; ++run) {
    Random seeded = Random::seeded(7);
    test::PublishedSeries series(people, occupations, {GetParam()});
    rows.push_back(series.publish(present, occupation, seeded).edition.buckets.rows);
  }
  EXPECT_EQ(rows[0], rows[1]);
}

INSTANTIATE_TEST_SUITE_P(M, AdultSeries, testing::Values(3U, 5U));

}  // namespace
}  // namespace microdata
