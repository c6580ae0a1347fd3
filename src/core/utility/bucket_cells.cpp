#include "core/utility/bucket_cells.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace microdata {

namespace {

struct LevelWeight {
  Code level = 0;
  double weight = 0;
};

// Distinct levels of each bucket, ascending, with the sums of their weights.
class BucketWeights {
 public:
  BucketWeights(const BucketFactor& factor, std::size_t buckets, const Progress& progress) {
    std::vector<std::size_t> order(factor.bucket_of.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto place = [&](std::size_t i) {
      return std::pair(factor.bucket_of[i], factor.level_of[i]);
    };
    progress.checkpoint();
    std::sort(order.begin(), order.end(),
              [&](std::size_t x, std::size_t y) { return place(x) < place(y); });
    std::size_t next = 0;
    first_.push_back(0);
    for (std::size_t b = 0; b < buckets; ++b) {
      progress.checkpoint_at(b);
      for (; next < order.size() && factor.bucket_of[order[next]] == b; ++next) {
        const Code level = factor.level_of[order[next]];
        if (weights_.size() == first_.back() || weights_.back().level != level)
          weights_.push_back({level, 0});
        weights_.back().weight += factor.weight[order[next]];
      }
      first_.push_back(weights_.size());
    }
  }

  std::span<const LevelWeight> of(std::size_t bucket) const {
    return std::span(weights_).subspan(first_[bucket], first_[bucket + 1] - first_[bucket]);
  }

 private:
  std::vector<LevelWeight> weights_;
  std::vector<std::size_t> first_;
};

class Crossing {
 public:
  Crossing(std::span<const BucketFactor> factors, std::size_t buckets, const Progress& progress)
      : factors_(factors), progress_(progress) {
    double keys = 1;
    for (const BucketFactor& factor : factors) {
      keys *= factor.levels;
      weights_.emplace_back(factor, buckets, progress);
    }
    if (keys > 1e18) throw std::length_error("too many combinations of levels");
  }

  void add(std::size_t bucket, std::size_t factor, std::uint64_t key, double weight) {
    if (factor == factors_.size()) {
      progress_.checkpoint_at(++steps_);
      cells_[key] += weight;
      if (cells_.size() > most_level_cells || steps_ > 10 * most_level_cells)
        throw std::length_error("too many combinations of levels");
      return;
    }
    for (const LevelWeight& one : weights_[factor].of(bucket))
      add(bucket, factor + 1, key * factors_[factor].levels + one.level, weight * one.weight);
  }

  LevelCells cells() const {
    std::vector<std::pair<std::uint64_t, double>> sorted(cells_.begin(), cells_.end());
    std::sort(sorted.begin(), sorted.end());
    LevelCells result{std::vector<std::vector<Code>>(factors_.size()), {}};
    for (auto [key, weight] : sorted) {
      for (std::size_t f = factors_.size(); f-- > 0;) {
        result.level[f].push_back(static_cast<Code>(key % factors_[f].levels));
        key /= factors_[f].levels;
      }
      result.weight.push_back(weight);
    }
    return result;
  }

 private:
  std::span<const BucketFactor> factors_;
  const Progress& progress_;
  std::vector<BucketWeights> weights_;
  std::unordered_map<std::uint64_t, double> cells_;
  std::size_t steps_ = 0;
};

}  // namespace

LevelCells cross_factors(std::span<const BucketFactor> factors, std::span<const double> of_bucket,
                         const Progress& progress) {
  Crossing crossing(factors, of_bucket.size(), progress);
  for (std::size_t b = 0; b < of_bucket.size(); ++b) {
    progress.checkpoint_at(b);
    if (of_bucket[b] > 0) crossing.add(b, 0, 0, of_bucket[b]);
  }
  return crossing.cells();
}

}  // namespace microdata
