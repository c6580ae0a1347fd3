#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>

#include "core/base/random.hpp"

namespace microdata::postgres {

// Returns the operating system's cryptographic randomness without a seed. With a seed, returns
// reproducible numbers and warns of what that means.
Random make_random(std::optional<std::int64_t> seed);

}  // namespace microdata::postgres
