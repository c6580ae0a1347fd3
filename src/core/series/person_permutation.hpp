#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Slices of an edition: for each column, the row whose values stand at each place of buckets.rows,
// within every bucket a permutation of its rows, every column's independent of the others, on the
// condition that no place is empty in all columns: that is what a counterfeit looks like.
// `empty[c][row]` is not 0 where the row is empty, NULL throughout, in column c. No row of the
// buckets may be empty in all columns.
//
// Of such arrangements each is as probable as any other where it is found by drawing again. Where
// few arrangements are left, as of many rows of which half is empty in one column and half in the
// other, drawing would not end; after `most_draws` the bucket is covered instead: of all pieces
// that are not empty, one of a random column is put to each place, and the others are permuted
// around them. Both depend on nothing but how many rows of the bucket are empty in each column, so
// that an arrangement tells no more of who is in the bucket than its columns by themselves.
std::vector<std::vector<Row>> permute_persons(const TuplePartition& buckets,
                                              std::span<const std::vector<std::uint8_t>> empty,
                                              Random& random, const Progress& progress,
                                              unsigned most_draws = 32);

}  // namespace microdata
