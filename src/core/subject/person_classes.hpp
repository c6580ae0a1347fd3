#pragma once

#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/threads.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/class_division.hpp"
#include "core/subject/set_rule.hpp"
#include "core/subject/subjects.hpp"

namespace microdata {

// One tuple a person, of all quasi-identifiers: those of persons, and those of rows, of which one
// value stands for all of a person's: of numbers the median, else the most frequent, of equally
// frequent ones the least. `rows` are each person's published rows, and may be none.
Microdata representatives_of_rows(const Microdata& data, const Subjects& rows, Threads threads,
                                  const Progress& progress);

// Divides a stratum, which satisfies the rule as a whole, into equivalence classes that do, as
// equivalence_classes() divides rows. `tuples` has one a person; `persons` are in random order.
TuplePartition classes_of_stratum(const Microdata& tuples, const SetRule& rule,
                                  std::span<const Row> persons, const ClassDivisionOptions& options,
                                  const Progress& progress);

}  // namespace microdata
