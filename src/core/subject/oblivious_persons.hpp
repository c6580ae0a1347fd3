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
// with the value.
//
// Proof. A world assigns values to all rows of all persons. The steps are those for rows, with the
// set of a person in the place of the value of a row, and the following differences.
//   - Levels follow from numbers of rows, l, k, the models' least number of persons and
//     rows_per_person. The attacker knows all of them. Every person of the stratum publishes the
//     same number of rows.
//   - Two persons exchange the first published row of one with the first of the other, and so on.
//     Other rows keep their values. The new world is as probable as the old one, and the two
//     persons have exchanged what their sets show.
//   - A stratum holds or fails by the sets that it has, not by whose they are.
//   - Regions in which no cut failed are divided by drawing (person_buckets.hpp), from an order
//     that `draw` made, by the sets alone; `random` serves all other draws there. Let two persons
//     of a bucket exchange their sets and their places in the order: the same buckets are drawn,
//     and both orders are as probable.
//   - Models that compare with the table count the sets of all rows. The exchange can change these
//     if some rows are not published: a person with the value in a published row and in another
//     still has it. Such models require that all rows are published. Whole sets are then exchanged,
//     and the table stays as it is.
//
// The publisher's choice remains: a larger rows_per_person that failed discloses that some level
// had a value that more than 1/l share.
//
// `persons` satisfy the rule as a whole; their order is independent of their sets.
TuplePartition cut_persons_obliviously(const PersonSpace& space, const SetRule& rule,
                                       std::span<const Row> persons,
                                       const ObliviousPersonsOptions& options,
                                       const UniformDraw& draw, Random& random,
                                       const Progress& progress);

}  // namespace microdata
