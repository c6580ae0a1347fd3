#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/microdata/random.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/unclassified_identifiers.hpp"

namespace microdata::postgres {

// An SQL condition that about so many of a table's rows meet, chosen at random; empty where that is
// all of them. `seeded`: the same rows wherever they lie, by a hash of their values; rows that are
// equal are chosen together then. A third more than `wanted` are chosen, so that rarely there are
// fewer.
std::string sampling_condition(const Source& source, const std::vector<AssignedRole>& roles,
                               std::int64_t rows, std::size_t wanted, bool seeded, Random& random);

// How many distinct values columns have, in which rows: of about fifty thousand rows, those of some
// values, chosen by their hashes, or of all rows where there are fewer, where values have no hash,
// or where a foreign server counts. Of `rows` rows. One aggregate for all columns.
std::vector<DistinctValues> count_distinct_values(const Source& source,
                                                  const std::vector<std::size_t>& columns,
                                                  std::int64_t rows, const KeptSnapshot& snapshot);

// Warns of identifiers as reading the table would (source/table.hpp), where a sample, or what is
// different of its rows, was read.
void warn_of_source(const Source& source, const std::vector<AssignedRole>& roles,
                    const Table& sample, std::int64_t rows, const KeptSnapshot& snapshot,
                    const Progress& progress);

}  // namespace microdata::postgres
