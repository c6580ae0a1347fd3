#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/microdata/code.hpp"

namespace microdata {

// The sensitive values of a bucket, ascending, each once. Persons keep theirs from edition to
// edition: Xiao and Tao, "m-Invariance", SIGMOD 2007, section 3.
using Signature = std::vector<Code>;

// Instead of the number of a signature: of an arrival, who has none yet.
inline constexpr std::uint32_t no_signature = std::numeric_limits<std::uint32_t>::max();

// So many buckets of one signature.
struct SignatureUse {
  Signature signature;
  std::uint32_t buckets = 0;
};

}  // namespace microdata
