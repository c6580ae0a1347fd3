#pragma once

#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/threads.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "core/subject/subject_bucketization.hpp"

namespace microdata {

// What is shown of persons with several rows each, whose buckets are classes.
struct SubjectGeneralization {
  // Of the quasi-identifiers, in the table's order: every class shows what covers the values of all
  // published rows of all its persons.
  std::vector<GeneralizedAttribute> attributes;
  // The published rows, class by class.
  TuplePartition rows;
  // By rows of the source: one that is not published counts as fully generalized.
  InformationLoss loss;
};

SubjectGeneralization show_subjects(const Microdata& data, const SubjectBucketization& classes,
                                    Threads threads, const Progress& progress,
                                    LossMeasure loss = LossMeasure::width);

}  // namespace microdata
