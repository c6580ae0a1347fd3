#pragma once

#include "core/microdata/progress.hpp"
#include "core/risk/linkage.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// Whether the tables of a release of persons with several rows are linked within buckets: by the
// order of the table of persons, by the members' numbers, and by the order in which the members of
// a table lie, where that is another. Tables may go together place by place, or in one of the
// orders that are tried besides (order_excess.hpp). For each pair of tables, the sum over the
// places of a bucket of how well the source links the two that stand there, against its mean and
// variance over all permutations. Two sets are linked as well as the values of the second are, on
// average, with that of the first that they go with most often in rows of the source. Columns of
// the linkage: those of persons, then the rows, if there are any, then the sensitive values. A
// large release is judged by a sample of its buckets.
Linkage measure_set_linkage(const SubjectView& view, const Progress& progress);

}  // namespace microdata
