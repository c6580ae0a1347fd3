#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Returns slices of an edition: for each column, the row whose values are at each place of
// buckets.rows. Every column is an independent permutation of the rows of each bucket, on the
// condition that no place is empty in all columns. Counterfeits are empty in all columns.
// `empty[c][row]` is not 0 if the row is empty, NULL throughout, in column c. No row of the buckets
// may be empty in all columns.
//
// Drawing again gives each such arrangement the same probability. If few arrangements are possible,
// drawing would not end. An example is a bucket of many rows, half of them empty in one column and
// half in the other. After `most_draws` the bucket is therefore covered. Each place gets one of all
// pieces that are not empty, in a random column, and the others are permuted around these pieces.
// Both methods depend only on the number of the bucket's rows that are empty in each column. An
// arrangement therefore discloses no more about the bucket's persons than its columns by
// themselves.
std::vector<std::vector<Row>> permute_persons(const TuplePartition& buckets,
                                              std::span<const std::vector<std::uint8_t>> empty,
                                              Random& random, const Progress& progress,
                                              unsigned most_draws = 32);

}  // namespace microdata
