#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "postgres/server/spi.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// How many rows have each value of some columns, by provisional code, and how many have NULL.
struct CountedColumns {
  std::vector<std::vector<std::uint64_t>> rows;
  std::vector<std::uint64_t> nulls;
};

// Counts a relation's rows in one pass, as read_columns() reads them (reader.hpp), whatever
// RegionRows there are; memory is that of the distinct values. Under a snapshot that is kept, or,
// where it is null, a new one.
CountedColumns count_columns(Oid relation, std::span<const std::string> columns,
                             std::span<Dictionary* const> dictionaries,
                             const KeptSnapshot* snapshot);

}  // namespace microdata::postgres
