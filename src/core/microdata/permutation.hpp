#pragma once

#include <cstddef>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Puts the buckets in random order: their numbers then tell nothing of where they came from.
TuplePartition shuffle_buckets(const TuplePartition& partition, Random& random,
                               const Progress& progress);

// For each column, the row whose values stand at each place of the release: within every bucket, a
// permutation of its rows, every column's drawn uniformly and independently of the others
// (slicing paper, section 1.1). Outer size: columns; inner: as partition.rows.
std::vector<std::vector<Row>> permute_columns(const TuplePartition& partition, std::size_t columns,
                                              Random& random, const Progress& progress);

}  // namespace microdata
