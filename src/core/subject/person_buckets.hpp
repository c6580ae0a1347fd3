#pragma once

#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/threads.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/mondrian_space.hpp"
#include "core/subject/set_rule.hpp"

namespace microdata {

// The quasi-identifiers of persons, for Mondrian.
struct PersonSpace {
  // One tuple a person.
  Microdata tuples;
  std::vector<Axis> axes;
};

// Buckets by drawing, joined where models ask for more. `persons`, in random order, satisfy the
// rule as a whole.
TuplePartition draw_person_buckets(const SetRule& rule, std::span<const Row> persons,
                                   Random& random, const Progress& progress);

// Divides a stratum, which satisfies the rule as a whole, into buckets that do: by Mondrian on the
// persons' quasi-identifiers, where there are any to cut on; regions that no cut divides, and
// everything where there are none, by drawing. `persons` are in random order.
TuplePartition divide_stratum(const PersonSpace& space, const SetRule& rule,
                              std::span<const Row> persons, Threads threads, Random& random,
                              const Progress& progress);

}  // namespace microdata
