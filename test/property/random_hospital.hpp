#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/risk/subject_view.hpp"
#include "property/random_table.hpp"

// Releases of people with several rows, whose buckets are few enough to go through all people and
// sets.

namespace microdata::test {

using Values = std::vector<std::uint32_t>;

constexpr std::uint32_t hospital_values = 5;
constexpr std::uint32_t hospital_days = 9;

struct Visit {
  std::uint32_t day;
  Values values;  // values of two sensitive attributes
};

struct Person {
  Values tuple;  // values of one or two columns
  std::vector<Visit> visits;
};

struct Bucket {
  std::vector<Values> persons;              // by column, then by position
  std::vector<Values> row_sets;             // days, sorted
  std::vector<std::vector<Values>> values;  // combinations of values of every set
};

struct Hospital {
  std::size_t columns = 1;
  bool has_rows = true;
  std::vector<Person> people;
  std::vector<Bucket> buckets;
};

// Returns the combinations of values of the visits, each once.
std::vector<Values> combinations_of(const std::vector<Visit>& visits);

Hospital random_hospital(Choices& choices);

// Changes the release so that it is no longer that of the people.
void tamper(Hospital& hospital, Choices& choices);

SubjectView view_of(const Hospital& hospital);

}  // namespace microdata::test
