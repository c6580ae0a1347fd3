#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/partition/mondrian_space.hpp"
#include "core/series/signature.hpp"

namespace microdata {

// The signatures that arrivals get.
struct ChosenSignatures {
  // Signatures known before, in their order, and new ones after them; some may be nobody's.
  std::vector<Signature> signatures;
  // All arrivals, and of each a number in `signatures`.
  std::vector<Row> rows;
  std::vector<std::uint32_t> signature_of;
};

struct NearSignatureOptions {
  std::uint32_t m = 2;
  // New signatures are drawn from regions of at least so many arrivals; 0: of a 32nd of them, but
  // not of fewer than 10 * m * m * m. Small regions have signatures that suit their persons, but
  // many signatures make small pools, whose places stay empty sooner (docs/experiments/figures.md).
  std::size_t region = 0;
};

// Chooses signatures of arrivals so that persons of one signature lie near each other whatever
// their values are: persons of a signature come from a region in equal numbers of each of its
// values, and so can be in buckets with others of the region.
//
// New signatures are drawn region by region, as few as may be, to make a list of a few dozen. Then
// arrivals are divided as finely as a release's buckets nearly are, and those of each small region
// get signatures of the list that suit them; who is left over is put together with those left over
// next to them, from pairs of regions to all of them, when any signature may be drawn. Those left
// over are m-eligible throughout, so that everybody gets a signature, and there are as many buckets
// as m allows.
//
// `values` are of all of the table's rows, below `distinct`. Requires that the arrivals are
// m-eligible. Takes O(n log n) time where few signatures have values in common.
ChosenSignatures choose_near_signatures(const Microdata& data, const std::vector<Axis>& axes,
                                        std::span<const Code> values, Code distinct,
                                        std::vector<Row> arrivals, std::span<const Signature> known,
                                        const NearSignatureOptions& options, Random& random,
                                        const Progress& progress);

}  // namespace microdata
