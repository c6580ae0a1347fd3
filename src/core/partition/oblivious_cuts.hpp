#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/threads.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/microdata/uniform_draw.hpp"
#include "core/partition/bucket_requirement.hpp"
#include "core/partition/mondrian_space.hpp"
#include "core/partition/strand_rule.hpp"
#include "core/partition/strata.hpp"

namespace microdata {

// On what a cut between regions may depend.
enum class Cuts {
  feasible,   // on whether both sides meet the requirement: uncut regions tell which did not
  oblivious,  // on nothing that tells persons of a bucket apart
};

struct ObliviousCutOptions {
  double l = 1;
  // Regions are halved while the halves have at least so many rows.
  std::size_t least = 1;
  Threads threads;
  // By what attributes are compared for a cut.
  LossMeasure loss = LossMeasure::width;
};

// Buckets of near tuples that withstand the minimality attack (Wong et al., "Minimality Attack in
// Privacy Preserving Data Publishing", VLDB 2007; the promise is that of "transparent
// anonymization", Xiao, Tao and Koudas, TODS 2010). The adversary knows this code, its arguments,
// all quasi-identifiers of all tuples, and the buckets; before, every assignment of the sensitive
// values to the tuples is as probable as any other. For her the probability that a tuple has a
// value is the value's share in the tuple's bucket, neither more nor less, whatever the requirement
// is: docs/privacy.md has the proof, which is short. What follows is what it rests on.
//
// Tuples with the same known q of every stratum are divided by themselves. They are put into blocks
// of so many rows that these can be halved (divide_evenly). A region, at first a block, consists of
// strands of equally many rows, at first one. To cut it, every strand is halved at its own median
// on an attribute chosen by quasi-identifiers alone; one half of each makes the left side, the
// others the right. Where both sides meet the requirement, they become regions with as many
// strands. Where not, the halves become strands of the same region, twice as many: from then on
// every bucket takes equally many rows of each. Hence to exchange what the two sides of a failed
// cut contain changes neither that it failed, nor any other decision, nor any bucket's values; nor
// does it to exchange rows of one strand within a bucket. By such exchanges every row of a bucket
// goes to the place of every other.
//
// `rows` are the tuples to publish, in an order that tells nothing of their sensitive values:
// tuples that are equally well placed are cut in that order. `strata` are those of `requirement`.
// Requires that the tuples with one q meet the requirement as one bucket. Takes n log n time.
TuplePartition cut_obliviously(const Microdata& data, const AttributeSet& cut_upon,
                               std::span<const Strata> strata, const BucketRequirement& requirement,
                               std::span<const Row> rows, const ObliviousCutOptions& options,
                               const UniformDraw& draw, const Progress& progress);

// Tuples that are cut upon the axes.
struct TuplesToCut {
  const Microdata& data;
  const std::vector<Axis>& axes;
  // What a rule judges cuts by.
  std::span<const std::span<const std::uint32_t>> tags;
  // As above. Those before each of `ends`, ascending, are by themselves.
  std::span<const Row> rows;
  std::span<const std::size_t> ends;
};

// The same by any rule. It and the draw see of tuples nothing but their sensitive values; that is
// what the proof rests on.
TuplePartition cut_obliviously(const TuplesToCut& tuples, const StrandRule& rule, std::size_t least,
                               Threads threads, const UniformDraw& draw, const Progress& progress);

}  // namespace microdata
