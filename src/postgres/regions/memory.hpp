#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

#include "postgres/server/settings.hpp"
#include "postgres/source/source.hpp"

// What calls take of memory: estimates, from measured figures (docs/developing.md, "Regions").

namespace microdata::postgres {

// Bytes that calls take for a row of a table of so many columns that are read, without identifiers.
double slicing_bytes(std::size_t columns, std::uint32_t k = 1);
double bucketizing_bytes(std::size_t columns);
double generalizing_bytes(std::size_t columns);
// For a row of the release, its source being read as well.
double verifying_bytes(std::size_t columns);

// About how many rows a relation has: of tables by their size and the last ANALYZE, of partitioned
// tables the sum of their partitions, of others counted. Requires a SpiSession.
std::int64_t estimated_rows(const Source& source);

// "12 MB", as settings have it.
std::string memory_text(std::int64_t bytes);

// Fails, before any work, where what is needed is above the limit and cannot be divided: `call` is
// "verify_release()", `why` a sentence.
[[noreturn]] void fail_above_limit(const std::string& call, std::int64_t rows, std::int64_t bytes,
                                   const std::string& why);

}  // namespace microdata::postgres
