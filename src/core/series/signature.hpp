#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/microdata/code.hpp"

namespace microdata {

// Sensitive values of a bucket, ascending, each once. Persons keep their signature from edition to
// edition (Xiao and Tao, "m-Invariance", SIGMOD 2007, section 3).
using Signature = std::vector<Code>;

// Number in place of a signature's for an arrival, which has no signature yet.
inline constexpr std::uint32_t no_signature = std::numeric_limits<std::uint32_t>::max();

// Signature with its number of buckets.
struct SignatureUse {
  Signature signature;
  std::uint32_t buckets = 0;
};

}  // namespace microdata
