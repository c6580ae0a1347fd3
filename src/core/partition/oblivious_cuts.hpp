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
// The attacker knows this code, its arguments, all quasi-identifiers of all tuples, and the
// buckets. At first, every assignment of the sensitive values to the tuples is equally probable to
// the attacker. The probability that a tuple has a value is then exactly the value's share in the
// tuple's bucket, for any requirement. docs/design/proofs.md has the proof, which rests on the
// following properties.
//
// Tuples with the same known q of every stratum are divided separately. They are put into blocks
// whose numbers of rows can be halved (divide_evenly). A region is at first a block. It consists of
// strands of equally many rows, at first of one strand.
//
// For a split, every strand is halved at its own median on an attribute chosen by quasi-identifiers
// alone. One half of each strand makes the left side, the other halves the right side. If both
// sides meet the requirement, they become regions with as many strands. If not, the halves become
// strands of the same region, twice as many. From then on every bucket takes equally many rows of
// each strand.
//
// Exchanging the contents of the two sides of a failed split therefore changes neither its failure,
// nor any other decision, nor any bucket's values. The exchange of rows of one strand within a
// bucket also changes nothing. By such exchanges every row of a bucket reaches the place of every
// other.
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
// values, and the proof rests on this.
TuplePartition cut_obliviously(const TuplesToCut& tuples, const StrandRule& rule, std::size_t least,
                               Threads threads, const UniformDraw& draw, const Progress& progress);

}  // namespace microdata
