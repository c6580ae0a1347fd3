#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/partition/mondrian_space.hpp"
#include "core/series/signature.hpp"

namespace microdata {

// Signatures for arrivals.
struct ChosenSignatures {
  // Signatures known before, in their order, followed by new ones. A signature might have no
  // arrival.
  std::vector<Signature> signatures;
  // All arrivals, and for each a number in `signatures`.
  std::vector<Row> rows;
  std::vector<std::uint32_t> signature_of;
};

struct NearSignatureOptions {
  std::uint32_t m = 2;
  // Fewest arrivals of the regions from which new signatures are drawn. The value 0 stands for a
  // 32nd of the arrivals, but at least 10 * m * m * m. Small regions have signatures that suit
  // their persons. But many signatures make small pools, whose places stay empty sooner
  // (docs/experiments/figures.md).
  std::size_t region = 0;
};

// Chooses signatures for arrivals so that persons of one signature are near each other for any
// values. They come from a region in equal numbers of each value of the signature, and can
// therefore be in buckets with others of the region.
//
// New signatures are drawn region by region, the fewest possible, to form a list of a few dozen.
// Then arrivals are divided almost as finely as a release's buckets, and those of each small region
// get suitable signatures of the list. Arrivals left over are put together with those left over
// next to them, from pairs of regions to all of them. Any signature may be drawn from all of them.
// Remaining arrivals stay m-eligible. Each arrival therefore gets a signature, and there are as
// many buckets as m allows.
//
// `values` has the values of all rows of the table, below `distinct`. Requires m-eligible arrivals.
// Takes O(n log n) time if few signatures have values in common.
ChosenSignatures choose_near_signatures(const Microdata& data, const std::vector<Axis>& axes,
                                        std::span<const Code> values, Code distinct,
                                        std::vector<Row> arrivals, std::span<const Signature> known,
                                        const NearSignatureOptions& options, Random& random,
                                        const Progress& progress);

}  // namespace microdata
