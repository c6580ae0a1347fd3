#pragma once

#include <span>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/class_division.hpp"
#include "core/subject/set_rule.hpp"
#include "core/subject/subjects.hpp"

namespace microdata {

// Returns a table of all quasi-identifiers with one tuple for each person. An attribute of rows is
// represented by one value: the median of numbers, otherwise the most frequent value, the least of
// equally frequent ones. `rows` are each person's published rows; a person may have none.
Microdata representatives_of_rows(const Microdata& data, const Subjects& rows, Threads threads,
                                  const Progress& progress);

// Divides a stratum, which satisfies the rule as a whole, into equivalence classes that satisfy the
// rule, as equivalence_classes() divides rows. `tuples` has one tuple for each person; `persons`
// are in random order.
TuplePartition classes_of_stratum(const Microdata& tuples, const SetRule& rule,
                                  std::span<const Row> persons, const ClassDivisionOptions& options,
                                  const Progress& progress);

}  // namespace microdata
