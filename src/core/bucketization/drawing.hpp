#pragma once

#include <span>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Returns buckets by drawing (partition/drawing.hpp) of tuples with one value of each of several
// sensitive attributes.
//
// `columns` has the values of each attribute, below `domains`; `rows` is in random order. Requires
// that `rows` as one bucket satisfy l in every attribute.
TuplePartition draw_buckets(std::span<const std::span<const Code>> columns,
                            std::span<const Code> domains, std::span<const Row> rows, double l,
                            Random& random, const Progress& progress);

}  // namespace microdata
