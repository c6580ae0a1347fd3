#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "postgres/server/settings.hpp"
#include "postgres/source/source.hpp"

// Memory that calls take, estimated from docs/experiments/figures.md, "Memory of a row".

namespace microdata::postgres {

// Bytes that calls take for a row of a table with a number of columns that are read, without
// identifiers.
double slicing_bytes(std::size_t columns, std::uint32_t k = 1);
double bucketizing_bytes(std::size_t columns);
double generalizing_bytes(std::size_t columns);
double decomposing_bytes(std::size_t columns);
double fragmenting_bytes(std::size_t columns, std::uint32_t k);
// Bytes for a row of an edition of an m-invariant series, with the series' memory of people.
double edition_bytes(std::size_t columns);
// Bytes for a row of the release, if its source is read as well.
double verifying_bytes(std::size_t columns);

// Returns the approximate number of rows of a relation. Tables are estimated by their size and the
// last ANALYZE, partitioned tables by the sum over their partitions; other relations are counted.
// Requires a SpiSession.
std::int64_t estimated_rows(const Source& source);

// The statistics of ANALYZE on the values of a column. Without them, every row counts as a distinct
// value.
struct ValueStatistics {
  // The number of distinct values without NULL.
  double distinct = 0;
  // The average bytes of a value.
  double width = 0;
};

// Returns the statistics of the columns that the caller may read. Requires a SpiSession.
std::map<std::string, ValueStatistics> value_statistics(const Source& source, double rows);

// Returns a size as in settings: "12 MB".
std::string memory_text(std::int64_t bytes);

// Fails, before any work, if the required memory is above the limit and the work cannot be divided.
// `call` is as in "verify_release()", `why` is a sentence.
[[noreturn]] void fail_above_limit(const std::string& call, std::int64_t rows, std::int64_t bytes,
                                   const std::string& why);

}  // namespace microdata::postgres
