#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/code.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// Things that a bucket has, each with a level and a weight.
struct BucketFactor {
  // By thing.
  std::span<const Code> bucket_of;
  std::vector<Code> level_of;
  std::vector<double> weight;
  Code levels = 0;
};

// How much there is of each combination of levels: level[f][cell] of factor f.
struct LevelCells {
  std::vector<std::vector<Code>> level;
  std::vector<double> weight;
};

// More cells than this are refused, and more steps than ten times as many (std::length_error).
inline constexpr std::size_t most_level_cells = 10'000'000;

// The sum over the buckets of the product of of_bucket[b] and the weights that the bucket's levels
// have in each factor: within a bucket the factors are taken as independent. In the order of the
// levels.
LevelCells cross_factors(std::span<const BucketFactor> factors, std::span<const double> of_bucket,
                         const Progress& progress);

}  // namespace microdata
