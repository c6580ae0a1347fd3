#pragma once

#include <span>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// Returns the buckets of Anatomy (Xiao and Tao, "Anatomy: simple and effective privacy
// preservation", VLDB 2006, figure 3). Tuples are hashed into lists by their sensitive value. While
// l lists are not empty, one tuple of each of the l fullest lists makes a bucket. Each left-over
// tuple goes to a random bucket that lacks its value. No bucket has a value twice. Expected time
// O(n).
//
// `values` has the sensitive value of every row, below `distinct`. Tuples of a list are drawn in
// the order of `rows`, which is random. Requires l >= 1 and rows.size() >= l * (rows with any one
// value).
TuplePartition anatomize(std::span<const Code> values, Code distinct, std::span<const Row> rows,
                         std::uint32_t l, Random& random, const Progress& progress);

}  // namespace microdata
