#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/key_columns.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Reads some columns of a relation into dictionaries. Runs one SELECT through SPI, so that
// privileges, policies, views, partitions and foreign tables work as in any query; rows are
// received one by one, and never materialized. Requires a SpiSession. Returns, for each column, the
// provisional codes in the order of the rows; dictionaries[i] belongs to columns[i] and is not
// finished yet. With `most`, reads only so many rows, in no particular order. The last columns are
// those of `counted`; only the repetition of their values is kept. Within a RegionRows that knows
// the relation, the rows are those of its region.
std::vector<std::vector<Code>> read_columns(Oid relation, std::span<const std::string> columns,
                                            std::span<Dictionary* const> dictionaries,
                                            std::optional<std::size_t> most = std::nullopt,
                                            std::span<Repetition> counted = {});

// Reads, under a snapshot, the rows for which an SQL expression is true, or all rows if it is
// empty.
std::vector<std::vector<Code>> read_columns(Oid relation, std::span<const std::string> columns,
                                            std::span<Dictionary* const> dictionaries,
                                            const std::string& condition,
                                            const KeptSnapshot& snapshot);

// Reads all rows under a snapshot, with rows that are equal in all of these columns once. Their
// number is the value of one more column, of type bigint, the last of the dictionaries. The server
// that has the rows groups them; with Citus, each of its servers. The types must have an equality.
std::vector<std::vector<Code>> read_grouped(Oid relation, std::span<const std::string> columns,
                                            std::span<Dictionary* const> dictionaries,
                                            const KeptSnapshot& snapshot);

// Returns a value from its text by the type's input function, run as the type's owner if that role
// has fewer rights than the caller. In the current memory context.
Datum read_value(const AttributeType& type, const std::string& text);

// Returns the key of a single value that is not NULL, for a look-up. The key points into the value
// or a copy of it in the current memory context.
Key make_key(const AttributeType& type, Datum value);

// Returns the number of tuples in `codes`, whose columns are equally long.
Row row_count(const std::vector<std::vector<Code>>& codes);

// Numbers of rows with each value of some columns, by provisional code, and of rows with NULL.
struct CountedColumns {
  std::vector<std::vector<std::uint64_t>> rows;
  std::vector<std::uint64_t> nulls;
};

// Counts a relation's rows in one pass, like read_columns(), but independently of any RegionRows;
// takes memory for the distinct values only. Uses a kept snapshot or, if it is null, a new one.
CountedColumns count_columns(Oid relation, std::span<const std::string> columns,
                             std::span<Dictionary* const> dictionaries,
                             const KeptSnapshot* snapshot);

}  // namespace microdata::postgres
