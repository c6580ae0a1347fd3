#pragma once

#include <span>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Returns buckets by drawing (partition/drawing.hpp) of tuples with one value of each sensitive
// attribute. A harmless value is no item of its tuple's set.
//
// `rows` is in random order. Requires that `rows` as one bucket satisfy l in every attribute.
TuplePartition draw_buckets(const Microdata& data, const AttributeSet& sensitive,
                            std::span<const Row> rows, double l, Random& random,
                            const Progress& progress);

}  // namespace microdata
