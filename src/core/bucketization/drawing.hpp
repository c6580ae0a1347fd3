#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Buckets by drawing, as in Anatomy, for several sensitive attributes at once and for any l: every
// bucket satisfies l in each of them.
//
// A bucket gets as few tuples as it can: as many as it takes for any value to occur once; where
// that fails, twice, and so on. First come tuples with the values that the rest could not hold
// without breaking l, then those whose values are left most often, of a few dozen looked at; where
// none fits, a random tuple is put back, for a bounded number of times. So the rest always
// satisfies l, and is the last bucket. Takes O(n) for a given l.
//
// `columns` has the values of each attribute, below `domains`; `rows` is in random order.
// Requires that `rows` as one bucket satisfy l in every attribute.
TuplePartition draw_buckets(std::span<const std::span<const Code>> columns,
                            std::span<const Code> domains, std::span<const Row> rows, double l,
                            Random& random, const Progress& progress);

}  // namespace microdata
