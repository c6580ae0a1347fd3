#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>

#include "postgres/source/source.hpp"

// What calls take of memory: estimates, from measured figures (docs/developing.md, "Regions").

namespace microdata::postgres {

// pg_microdata.memory_limit, in bytes.
std::int64_t memory_limit_bytes();

// About how many rows a relation has: of tables by their size and the last ANALYZE, of partitioned
// tables the sum of their partitions, of others counted.
std::int64_t estimated_rows(const Source& source);

// Fails, before any work, where what is needed is above the limit and cannot be divided: `call` is
// "verify_release()", `why` a sentence.
[[noreturn]] void fail_above_limit(const std::string& call, std::int64_t rows, std::int64_t bytes,
                                   const std::string& why);

}  // namespace microdata::postgres
