#pragma once

#include <cstddef>
#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/threads.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/microdata/uniform_draw.hpp"
#include "core/subject/person_buckets.hpp"
#include "core/subject/set_rule.hpp"

namespace microdata {

struct ObliviousPersonsOptions {
  // Regions are halved while the halves have at least so many persons.
  std::size_t least = 1;
  Threads threads;
};

// Divides a stratum as cut_obliviously() divides rows (partition/oblivious_cuts.hpp), with the same
// promise, for an adversary who knows which rows are published of whom: the probability that a
// person has a value in any of these is the share of the bucket's persons who have it. What two
// persons exchange is what all of their published rows have. There are as many of these of
// everybody in the stratum, so that worlds are as probable after an exchange as before; other rows
// of the two keep their values.
//
// The models must not compare with sets of rows that are not published: to exchange what is
// published may change how many persons have a value in any row.
//
// Regions in which no cut failed are divided by drawing (person_buckets.hpp), from an order that
// `draw` made; `random` is for all other draws there.
//
// `persons`, in an order that tells nothing of their sets, satisfy the rule as a whole.
TuplePartition cut_persons_obliviously(const PersonSpace& space, const SetRule& rule,
                                       std::span<const Row> persons,
                                       const ObliviousPersonsOptions& options,
                                       const UniformDraw& draw, Random& random,
                                       const Progress& progress);

}  // namespace microdata
