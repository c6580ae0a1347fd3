#pragma once

#include <cstddef>
#include <span>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/base/threads.hpp"
#include "core/base/uniform_draw.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/subject/person_buckets.hpp"
#include "core/subject/set_rule.hpp"

namespace microdata {

struct ObliviousPersonsOptions {
  // Fewest persons of a half for which a region is still halved.
  std::size_t least = 1;
  Threads threads;
};

// Divides a stratum as cut_obliviously() divides rows (partition/oblivious_cuts.hpp), with the same
// guarantee against an attacker with knowledge of which rows of each person are published. The
// probability that a person has a value in any published row is the share of the bucket's persons
// with the value. Two persons exchange the content of all their published rows; their other rows
// keep their values. Every person of the stratum publishes the same number of rows. Possible
// assignments are therefore as probable after an exchange as before.
//
// The models must not compare with sets that include unpublished rows. An exchange of published
// content might change the number of persons with a value in any row.
//
// Regions in which no cut failed are divided by drawing (person_buckets.hpp), from an order that
// `draw` made; `random` serves all other draws there.
//
// `persons` satisfy the rule as a whole; their order is independent of their sets.
TuplePartition cut_persons_obliviously(const PersonSpace& space, const SetRule& rule,
                                       std::span<const Row> persons,
                                       const ObliviousPersonsOptions& options,
                                       const UniformDraw& draw, Random& random,
                                       const Progress& progress);

}  // namespace microdata
