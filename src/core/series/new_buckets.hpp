#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/series/signature.hpp"

namespace microdata {

// Which signatures may be drawn besides those known.
enum class NewSignatures {
  none,
  // Signatures of m values each.
  of_m_values,
  any,
};

// How many arrivals with each value make new buckets, and with which signatures: the signatures of
// all buckets together have every value as often as arrivals do, so that there are no counterfeits.
// The drawing is Anatomy's, with many buckets at a time; there are as many buckets as m allows, and
// values beyond m a bucket only for those whom m does not divide.
//
// Few signatures, and known ones, make few counterfeits in later editions: what a large pool loses
// it loses of all values about equally, and what is lacking is less in proportion. So as many
// buckets as possible get one signature, first of the known ones the one that the most can get,
// then the m most frequent values left. That takes every time at least one value away, or finds one
// that all further buckets must have: at most twice as many new signatures as values.
//
// Leaves some arrivals over, who are m-eligible again, if not any signature may be drawn.
//
// Requires that the counts are m-eligible.
std::vector<SignatureUse> draw_signatures(std::span<const std::uint32_t> counts,
                                          std::span<const Signature> known, std::uint32_t m,
                                          NewSignatures anew, const Progress& progress);

}  // namespace microdata
