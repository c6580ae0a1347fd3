#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/series/cohorts.hpp"
#include "postgres/catalog/cohort_catalog.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// A source of persons with several rows that was read, and the edition of a series made of it.
struct CohortTable {
  Table table;
  // The sensitive attribute, and its values in all editions, which the sets' items stand for.
  std::size_t sensitive = 0;
  Dictionary values;
  std::vector<Cohort> cohorts;
  std::vector<std::vector<std::uint32_t>> order;
  // By cohort, in random order, a row of each of its persons who is there.
  TuplePartition persons;
  // By place of persons.rows, which of the cohort's sets is the person's.
  std::vector<std::uint32_t> set_of;
  std::size_t waiting = 0;
  std::size_t withheld = 0;
  // What is to be remembered.
  MemberChanges changes;

  // Whether somebody of the cohort is there, so that it is published.
  bool is_published(std::size_t cohort) const { return !persons.bucket(cohort).empty(); }
  // Sets of those who are not there, in published cohorts.
  std::size_t counterfeits() const;
};

// Makes the next edition of what was read for it; fails where nobody can be published, and where an
// attribute that is to be published and is not sensitive differs between the rows of a person.
CohortTable make_cohort_table(Table table, const Series& series, Random& random,
                              const Progress& progress);

}  // namespace microdata::postgres
