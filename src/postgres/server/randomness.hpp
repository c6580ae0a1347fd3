#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/random.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

// Fills a block in any thread, and so without a guard, which only the session's thread may use. The
// called function is of the server's port library, raises nothing, and keeps to its thread.
inline void fill_strongly(std::span<std::uint64_t> block) {
  if (!pg_strong_random(block.data(), block.size_bytes()))
    throw Error(ERRCODE_INTERNAL_ERROR, "could not generate random values");
}

// Returns the operating system's cryptographic randomness without a seed. With a seed, returns
// reproducible numbers and warns of what that means.
inline Random make_random(std::optional<std::int64_t> seed) {
  if (!seed) return Random(fill_strongly);
  report(WARNING, "the seed of the release can be used to undo it",
         "The server log, pg_stat_statements or a shell history can have the seed.",
         "Use a seed for tests only.");
  return Random::seeded(static_cast<std::uint64_t>(*seed));
}

}  // namespace microdata::postgres
