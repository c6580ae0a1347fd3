#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "property/published_series.hpp"
#include "property/random_table.hpp"
#include "property/series_oracle.hpp"

namespace microdata::test {

// Random histories: people who come, leave, return and change, and the editions that are published
// of them.

struct HistoryShape {
  int most_editions = 4;
  std::uint32_t m = 2;
  Code distinct = 2;
  // Number of the values, the first ones, that are harmless.
  Code harmless = 0;
};

struct RandomHistory {
  std::uint32_t m = 2;
  Code distinct = 2;
  std::vector<SeriesEdition> editions;
  // Editions and people whose values changed, and all that might have changed.
  std::set<std::pair<std::size_t, int>> changes;
  std::set<std::pair<std::size_t, int>> all_times;

  std::size_t published_persons() const;
};

std::vector<Row> everybody(std::size_t persons);

// Returns random values, evenly or unevenly distributed.
std::vector<Code> random_values(Choices& choices, std::size_t persons, Code distinct);

// `people` has the quasi-identifiers of all people who ever come.
RandomHistory random_history(Choices& choices, std::uint64_t seed, const Microdata& people,
                             const HistoryShape& shape);

// Adds the edition's people with harmless values and their buckets; `shown` has the
// quasi-identifiers of all people.
void add_harmless(const SeriesEdition& edition, const std::vector<Code>& shown,
                  oracle::SeriesEdition& seen);

// Fails if the true values of the published people are not considered possible, in all editions
// that `beliefs` covers.
void expect_truth(const RandomHistory& history, const oracle::SeriesBeliefs& beliefs);

}  // namespace microdata::test
