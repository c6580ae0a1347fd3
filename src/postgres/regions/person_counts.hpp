#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/persons.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Counts of persons with several rows each, by aggregates of PostgreSQL.

// Returns the facts about the persons of a table with a subject. An attribute is of persons if the
// hashes of a person's values are equal; a value without a hash is counted by its distinct texts.
// Fails if a row has no person, or if a declared attribute of persons has several values.
PersonFacts count_persons(const Source& source, const std::vector<AssignedRole>& roles,
                          const KeptSnapshot& snapshot);

// Returns the number of persons of each region, all of whose rows are there.
std::vector<std::int64_t> count_persons_by_region(const Source& source,
                                                  const std::vector<AssignedRole>& roles,
                                                  const std::string& region, std::uint32_t regions,
                                                  const KeptSnapshot& snapshot);

// The persons of a region with a value; an empty value is NULL.
struct PersonsWithValue {
  std::uint32_t region = 0;
  std::optional<std::string> value;
  // Persons with the value in any row.
  std::int64_t any = 0;
  // Persons expected to have the value in one row that is drawn of each, rounded up.
  double drawn = 0;
};
std::vector<PersonsWithValue> count_persons_with_values(const SourceColumn& column,
                                                        const Source& source,
                                                        const std::vector<AssignedRole>& roles,
                                                        const std::string& region,
                                                        const KeptSnapshot& snapshot);

// Makes the counts of the values of sensitive columns numbers of persons with the value in any row.
void count_values_of_persons(const Source& source, const std::vector<AssignedRole>& roles,
                             const KeptSnapshot& snapshot, std::vector<GlobalValues>& globals);

// Returns an SQL condition that all rows of about `wanted` persons meet, chosen at random, and a
// third more; empty if all rows do.
std::string persons_sampling_condition(const Source& source, const std::vector<AssignedRole>& roles,
                                       const PersonFacts& facts, std::size_t wanted,
                                       Random& random);

// Regions of persons with several rows each. Regions are cut by attributes of persons only, so that
// the rows of a person are in one region.

// Makes the request one for regions of persons, and reports a NOTICE about their attributes.
void divide_persons(const Source& source, const std::vector<AssignedRole>& roles,
                    const PersonFacts& facts, RegionRequest& request);

// Keeps one row of each person of a sample, drawn at random.
void keep_one_row_each(Table& sample, Random& random, const Progress& progress);

}  // namespace microdata::postgres
