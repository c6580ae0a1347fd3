#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/base/uniform_draw.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/bucket_requirement.hpp"
#include "core/partition/mondrian_space.hpp"
#include "core/partition/strand_rule.hpp"
#include "core/partition/strata.hpp"

namespace microdata {

// Information on which a split between regions can depend.
enum class Cuts {
  feasible,   // requirement met on both sides or not: unsplit regions reveal a failed split
  oblivious,  // nothing that distinguishes persons of a bucket
};

struct ObliviousCutOptions {
  double l = 1;
  // Smallest number of rows of the halves of a region.
  std::size_t least = 1;
  Threads threads;
  // Measure by which attributes are compared for a split.
  LossMeasure loss = LossMeasure::width;
};

// Returns buckets of near tuples that withstand the minimality attack (Wong et al., "Minimality
// Attack in Privacy Preserving Data Publishing", VLDB 2007). The guarantee is that of "transparent
// anonymization" (Xiao, Tao and Koudas, TODS 2010).
//
// Theorem. The attacker knows this code, its arguments except the seed, all quasi-identifiers of
// all tuples, and the buckets. At first, all worlds, which are assignments of the sensitive values
// to the tuples, are equally probable to the attacker. The probability that a tuple has a value is
// then exactly the value's share in the tuple's bucket. The requirement only has to be about the
// values of a bucket: any l, any model, several sensitive attributes, linked columns.
//
// Tuples with the same known q of every stratum are divided separately. They are put into blocks
// whose numbers of rows can be halved (divide_evenly); each block has its share of the rows of each
// value, drawn at random. A region is at first a block. It consists of strands of equally many
// rows, at first of one strand.
//
// For a split, every strand is halved at its own median on an attribute chosen by quasi-identifiers
// alone. One half of each strand makes the left side, the other halves the right side. If both
// sides meet the requirement, they become regions with as many strands. If not, the halves become
// strands of the same region, twice as many. From then on every bucket takes equally many rows of
// each strand. Regions that are not split further are divided into buckets by sensitive values and
// draws alone.
//
// Proof. Fix all draws about the order of rows. Take a world, a bucket, and two of its tuples.
//   1. If both are in one strand, exchange their values. Otherwise their strands are different
//      sides of splits that failed. For each such split, exchange the values of the two sides row
//      by row, so that each row's partner is in its own bucket. A partner exists, because the
//      bucket has as many rows of each strand as of any other.
//   2. No bucket changes its values, and no region that a split made does, because it consists of
//      buckets. Every split that was made is made again.
//   3. The sides of the failed split have exchanged their values, and it fails again, because it
//      requires both sides to hold. The sides of any other failed split keep their values, because
//      the exchange stays on one side of it.
//   4. Draws by sensitive values treat the rows of a strand alike, and so are as probable as
//      before.
//   5. Both worlds therefore give these buckets with the same probability. By such exchanges, every
//      row of a bucket gets every place in it. Over them, a tuple has a value as often as the
//      bucket has it.
//
// `rows` are the tuples to publish, in an order that discloses nothing about their sensitive
// values, because the order decides between equally well placed tuples. `strata` are the strata of
// `requirement`. Requires that the tuples with one q meet the requirement as one bucket. Takes n
// log n time.
TuplePartition cut_obliviously(const Microdata& data, const AttributeSet& cut_upon,
                               std::span<const Strata> strata, const BucketRequirement& requirement,
                               std::span<const Row> rows, const ObliviousCutOptions& options,
                               const UniformDraw& draw, const Progress& progress);

// Tuples to split on the axes.
struct TuplesToCut {
  const Microdata& data;
  const std::vector<Axis>& axes;
  // Tags by which a rule judges splits.
  std::span<const std::span<const std::uint32_t>> tags;
  // Rows as above. `ends` ascend and are exclusive; the rows of each range are divided separately.
  std::span<const Row> rows;
  std::span<const std::size_t> ends;
};

// Returns buckets by any rule. The rule and the draw depend on nothing but the tuples' sensitive
// values, and the proof above rests on this.
TuplePartition cut_obliviously(const TuplesToCut& tuples, const StrandRule& rule, std::size_t least,
                               Threads threads, const UniformDraw& draw, const Progress& progress);

}  // namespace microdata
