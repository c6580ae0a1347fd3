#pragma once

#include <span>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/subject/set_rule.hpp"

namespace microdata {

// Buckets of as few persons as can be, who have nothing else in common: as draw_buckets() of
// bucketization, with sets instead of values. A bucket in which no two persons share an item comes
// first, then one in which items may occur twice, and so on; first come persons with items that the
// rest could not hold without breaking l, then those whose items are left most often, of a few
// looked at; where none fits, a random person is put back, for a bounded number of times. So the
// rest always satisfies l, and is the last bucket.
//
// `persons`, in random order, satisfy l as a whole. Models are for the caller to see to.
TuplePartition draw_persons(const SetRule& rule, std::span<const Row> persons, Random& random,
                            const Progress& progress);

}  // namespace microdata
