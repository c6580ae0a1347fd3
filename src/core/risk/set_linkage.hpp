#pragma once

#include "core/base/progress.hpp"
#include "core/risk/linkage.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// Tests whether the tables of a release of persons with several rows are linked within buckets.
// Places are ordered by the table of persons and by the members' numbers. If the members of a table
// lie in another order, this order is tested as well. Tables can correspond place by place, or in
// one of the other tested orders (order_excess.hpp). For each pair of tables, the test compares a
// sum over the places of a bucket with its mean and variance over all permutations. The sum is of
// how well the source links the two sets of a place. Each value of the second set is scored with
// the value of the first set that it goes with most often in the source. The score of the sets is
// the mean of these scores. Columns of the linkage are those of persons, then the rows, if there
// are any, then the sensitive values. A large release is judged by a sample of its buckets.
Linkage measure_set_linkage(const SubjectView& view, const Progress& progress);

}  // namespace microdata
