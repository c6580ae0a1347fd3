#pragma once

#include <span>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/mondrian_space.hpp"
#include "core/subject/set_rule.hpp"

namespace microdata {

// Quasi-identifiers of persons, for Mondrian.
struct PersonSpace {
  // Quasi-identifiers, with one tuple for each person.
  Microdata tuples;
  std::vector<Axis> axes;
};

// Draws buckets and joins them if models require more. `persons`, in random order, satisfy the rule
// as a whole.
TuplePartition draw_person_buckets(const SetRule& rule, std::span<const Row> persons,
                                   Random& random, const Progress& progress);

// Divides a stratum, which satisfies the rule as a whole, into buckets that satisfy the rule.
// `persons` are in random order. If there are axes, Mondrian splits on the persons'
// quasi-identifiers, and regions that no cut divides are drawn. Without axes, the whole stratum is
// drawn.
TuplePartition divide_stratum(const PersonSpace& space, const SetRule& rule,
                              std::span<const Row> persons, Threads threads, Random& random,
                              const Progress& progress);

}  // namespace microdata
