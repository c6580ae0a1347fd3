#pragma once

#include <cstddef>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Returns the buckets in random order, so that their numbers disclose nothing about their origin.
TuplePartition shuffle_buckets(const TuplePartition& partition, Random& random,
                               const Progress& progress);

// Returns for each column the row whose values are at each place of the release. Every column is a
// permutation of each bucket's rows, drawn uniformly and independently of the other columns
// (slicing paper, section 1.1). The outer size is `columns`, the inner order that of
// partition.rows.
std::vector<std::vector<Row>> permute_columns(const TuplePartition& partition, std::size_t columns,
                                              Random& random, const Progress& progress);

}  // namespace microdata
