#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>

#include "core/microdata/random.hpp"

namespace microdata::postgres {

// Without a seed, the operating system's cryptographic randomness; with one, reproducible numbers,
// and a WARNING of what that means.
Random make_random(std::optional<std::int64_t> seed);

}  // namespace microdata::postgres
