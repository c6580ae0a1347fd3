#pragma once

#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata {

// The buckets of Anatomy (Xiao and Tao, "Anatomy: simple and effective privacy preservation", VLDB
// 2006, figure 3): tuples are hashed by their sensitive value; as long as l lists are not empty,
// one tuple of each of the l fullest makes a bucket; what is left over goes, tuple by tuple, to a
// random bucket that lacks its value. No bucket has a value twice. Expected time O(n).
//
// `values` has the sensitive value of every row below `distinct`; tuples of a list are drawn in
// the order of `rows`, which is random.
// Requires l >= 1 and rows.size() >= l * (rows with any one value).
TuplePartition anatomize(std::span<const Code> values, Code distinct, std::span<const Row> rows,
                         std::uint32_t l, Random& random, const Progress& progress);

}  // namespace microdata
