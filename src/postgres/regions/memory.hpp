#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "postgres/server/settings.hpp"
#include "postgres/source/source.hpp"

// What calls take of memory, estimated from docs/experiments/figures.md, "Memory of a row".

namespace microdata::postgres {

// Bytes that calls take for a row of a table of so many columns that are read, without identifiers.
double slicing_bytes(std::size_t columns, std::uint32_t k = 1);
double bucketizing_bytes(std::size_t columns);
double generalizing_bytes(std::size_t columns);
double decomposing_bytes(std::size_t columns);
double fragmenting_bytes(std::size_t columns, std::uint32_t k);
// Of an edition of an m-invariant series, with what the series remembers of persons.
double edition_bytes(std::size_t columns);
// For a row of the release, its source being read as well.
double verifying_bytes(std::size_t columns);

// About how many rows a relation has: of tables by their size and the last ANALYZE, of partitioned
// tables the sum of their partitions, of others counted. Requires a SpiSession.
std::int64_t estimated_rows(const Source& source);

// What ANALYZE found of the values of a column; where it did not, every row may have another.
struct ValueStatistics {
  // NULL is not among them.
  double distinct = 0;
  // Bytes of one, on average.
  double width = 0;
};

// Of the columns that the caller may read. Requires a SpiSession.
std::map<std::string, ValueStatistics> value_statistics(const Source& source, double rows);

// "12 MB", as settings have it.
std::string memory_text(std::int64_t bytes);

// Fails, before any work, where what is needed is above the limit and cannot be divided: `call` is
// "verify_release()", `why` a sentence.
[[noreturn]] void fail_above_limit(const std::string& call, std::int64_t rows, std::int64_t bytes,
                                   const std::string& why);

}  // namespace microdata::postgres
