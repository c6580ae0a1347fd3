#pragma once

#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/subject/subject_bucketization.hpp"

namespace microdata {

// Published rows of persons as one table: each row shows attributes of a person, attributes of a
// row, and sensitive values. All vectors have the order of rows.rows.
struct JoinedRows {
  // Row whose attributes of rows are shown, by bucket.
  TuplePartition rows;
  // Row whose sensitive values are shown.
  std::vector<Row> values;
  // Place of the person in the buckets of the bucketization, which the linking of columns has.
  std::vector<Row> places;
  // Number of the person, from 1 to the number of persons, drawn without regard to buckets.
  std::vector<Code> persons;
};

// Returns the rows. A place has the rows of its set of rows, and as many sensitive values: those of
// its set of values, with their frequencies, in an order drawn here. Nothing links a row to a value
// within a person, nor a person to either, beyond what the bucketization has drawn. The table is
// therefore a random function of the tables apart and of the frequencies of values in their sets,
// and bounds on persons and sets hold for it.
JoinedRows join_rows(const SubjectBucketization& bucketization, Random& random,
                     const Progress& progress);

}  // namespace microdata
