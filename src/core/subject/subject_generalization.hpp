#pragma once

#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "core/subject/subject_bucketization.hpp"

namespace microdata {

// Generalized attributes of persons with several rows each, with equivalence classes as buckets.
struct SubjectGeneralization {
  // Generalized quasi-identifiers, in the table's order. Every class shows labels that cover the
  // values of all published rows of all its persons.
  std::vector<GeneralizedAttribute> attributes;
  // Published rows, class by class.
  TuplePartition rows;
  // Loss over the rows of the source; an unpublished row counts as fully generalized.
  LossSums lost;
};

SubjectGeneralization show_subjects(const Microdata& data, const SubjectBucketization& classes,
                                    Threads threads, const Progress& progress,
                                    LossMeasure loss = LossMeasure::width);

}  // namespace microdata
