#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/code.hpp"

namespace microdata {

// Entries of buckets, each with a level and a weight.
struct BucketFactor {
  // Bucket of each entry; `level_of` and `weight` have the same order.
  std::span<const Code> bucket_of;
  std::vector<Code> level_of;
  std::vector<double> weight;
  Code levels = 0;
};

// Weights of combinations of levels; level[f][cell] is the level of factor f.
struct LevelCells {
  std::vector<std::vector<Code>> level;
  std::vector<double> weight;
};

// Limit on the number of cells. More cells, or more than ten times this number of steps, raise
// std::length_error.
inline constexpr std::size_t most_level_cells = 10'000'000;

// Returns the sum over the buckets of of_bucket[b] times the weights of the bucket's levels in each
// factor, in the order of the levels. Factors are taken to be independent within a bucket.
LevelCells cross_factors(std::span<const BucketFactor> factors, std::span<const double> of_bucket,
                         const Progress& progress);

}  // namespace microdata
