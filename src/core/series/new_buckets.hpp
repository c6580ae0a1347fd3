#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/series/signature.hpp"

namespace microdata {

// Signatures that may be drawn in addition to the known ones.
enum class NewSignatures {
  none,
  // Signatures of m values each.
  of_m_values,
  any,
};

// Returns the signatures of new buckets, and the number of buckets of each. The signatures of all
// buckets together have every value as often as the arrivals that get them, so that there are no
// counterfeits. The drawing is Anatomy's, with many buckets at a time. There are as many buckets as
// m allows; a bucket has more than m values only for persons whose number m does not divide.
//
// Few signatures, and known ones, cause few counterfeits in later editions. A large pool loses
// persons of all its values about equally, and lacks less in proportion. So as many buckets as
// possible get one signature: first the known signature that most buckets can get, then the m most
// frequent values left. Each step removes at least one value, or finds one that all further buckets
// must have. There are therefore at most twice as many new signatures as values.
//
// Unless any signature may be drawn, leaves some arrivals over, which are m-eligible again.
//
// Requires m-eligible counts.
std::vector<SignatureUse> draw_signatures(std::span<const std::uint32_t> counts,
                                          std::span<const Signature> known, std::uint32_t m,
                                          NewSignatures anew, const Progress& progress);

}  // namespace microdata
