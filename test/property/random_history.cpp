#include "property/random_history.hpp"

#include <gtest/gtest.h>
#include <numeric>

namespace microdata::test {

std::size_t RandomHistory::published_persons() const {
  std::size_t persons = 0;
  for (const SeriesEdition& edition : editions)
    persons += edition.edition.persons();
  return persons;
}

std::vector<Row> everybody(std::size_t persons) {
  std::vector<Row> all(persons);
  std::iota(all.begin(), all.end(), Row{0});
  return all;
}

std::vector<Code> random_values(Choices& choices, std::size_t persons, Code distinct) {
  std::vector<Code> values(persons);
  const bool even = !choices.one_in(3);
  for (std::size_t p = 0; p < persons; ++p) {
    values[p] = static_cast<Code>(even ? static_cast<int>(p % distinct)
                                       : choices.between(0, static_cast<int>(distinct) - 1));
  }
  shuffle(values, choices);
  return values;
}

RandomHistory random_history(Choices& choices, std::uint64_t seed, const Microdata& people,
                             const HistoryShape& shape) {
  RandomHistory history;
  history.m = shape.m;
  history.distinct = shape.distinct;
  std::vector<Code> values = random_values(choices, people.rows, shape.distinct);
  PublishedSeries published(people, shape.distinct, {shape.m}, shape.harmless);
  Random random = Random::seeded(seed);
  const int leave = choices.between(2, 8);
  const int change = choices.between(3, 12);
  const int editions = choices.between(1, shape.most_editions);
  for (std::size_t e = 0; e < static_cast<std::size_t>(editions); ++e) {
    std::vector<Row> present;
    for (Row person = 0; person < people.rows; ++person) {
      if (!choices.one_in(leave)) present.push_back(person);
      history.all_times.emplace(e, static_cast<int>(person));
      if (e == 0 || !choices.one_in(change)) continue;
      values[person] = static_cast<Code>(choices.between(0, static_cast<int>(shape.distinct) - 1));
      history.changes.emplace(e, static_cast<int>(person));
    }
    history.editions.push_back(published.publish(present, values, random));
  }
  return history;
}

void add_harmless(const SeriesEdition& edition, const std::vector<Code>& shown,
                  oracle::SeriesEdition& seen) {
  const Edition& made = edition.edition;
  for (std::size_t b = 0; b < made.harmless.buckets(); ++b) {
    oracle::SeriesBucket bucket;
    bucket.harmless = true;
    for (Row i = made.harmless.offsets[b]; i < made.harmless.offsets[b + 1]; ++i) {
      const Row person = edition.person(made.harmless.rows[i]);
      bucket.values.push_back(static_cast<int>(made.harmless_values[i]));
      bucket.seen.push_back(static_cast<int>(shown[person]));
      seen.present[static_cast<int>(person)] = bucket.seen.back();
    }
    seen.buckets.push_back(std::move(bucket));
  }
}

void expect_truth(const RandomHistory& history, const oracle::SeriesBeliefs& beliefs) {
  for (std::size_t e = 0; e < beliefs.size(); ++e) {
    const SeriesEdition& edition = history.editions[e];
    std::vector<Row> rows = edition.edition.buckets.rows;
    rows.insert(rows.end(), edition.edition.harmless.rows.begin(),
                edition.edition.harmless.rows.end());
    for (const Row row : rows) {
      const auto person = static_cast<int>(edition.person(row));
      EXPECT_TRUE(beliefs[e].at(person).contains(static_cast<int>(edition.values[row])));
    }
  }
}

}  // namespace microdata::test
