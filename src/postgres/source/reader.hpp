#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/repetition.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Reads some columns of a relation into dictionaries: one SELECT through SPI, so that privileges,
// policies, views, partitions and foreign tables work as in any query, received row by row, so that
// no row is materialized. Requires a SpiSession.
// Returns, for each column, the provisional codes in the order in which the rows came;
// dictionaries[i] belongs to columns[i] and is not finished yet. With `most`, no more rows than
// that are read, whichever come first. The last columns are those of `counted`: nothing of them is
// kept but how often values repeat. Within a RegionRows that knows the relation, rows are those of
// its region.
std::vector<std::vector<Code>> read_columns(Oid relation, std::span<const std::string> columns,
                                            std::span<Dictionary* const> dictionaries,
                                            std::optional<std::size_t> most = std::nullopt,
                                            std::span<Repetition> counted = {});

// The same of those rows for which an SQL expression is true, or all where it is empty, under a
// snapshot.
std::vector<std::vector<Code>> read_columns(Oid relation, std::span<const std::string> columns,
                                            std::span<Dictionary* const> dictionaries,
                                            const std::string& condition,
                                            const KeptSnapshot& snapshot);

// The same of all rows, those that are equal in all of these columns once: how often is a value of
// one more column, of type bigint, the last of the dictionaries. Whoever has rows puts equal ones
// together, servers of Citus where they are. Types have an equality.
std::vector<std::vector<Code>> read_grouped(Oid relation, std::span<const std::string> columns,
                                            std::span<Dictionary* const> dictionaries,
                                            const KeptSnapshot& snapshot);

// A value given as text, as the type reads it: in the name of the type's owner where that is
// somebody with less rights than the caller. In the current memory context.
Datum read_value(const AttributeType& type, const std::string& text);

// A single value that is not NULL, to be looked up. The key leads into the value or a copy of it in
// the current memory context.
Key make_key(const AttributeType& type, Datum value);

// The number of tuples in `codes`, all columns of which are equally long.
Row row_count(const std::vector<std::vector<Code>>& codes);

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
