#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/utility/bucket_order.hpp"
#include "core/utility/group_estimate.hpp"
#include "core/utility/level_model.hpp"
#include "core/utility/row_features.hpp"

namespace microdata {

// Column other than the first, with the probability of each of a bucket's levels for each of the
// bucket's rows.
class LinkedColumn {
 public:
  // Makes all linkings of a bucket equally likely. Subtracts the number of links from `room`, the
  // number of links that are still possible.
  LinkedColumn(const AskedColumn& column, const BucketOrder& order, std::size_t& room,
               const Progress& progress);

  // Buckets to learn from: all, or every second one.
  enum class Learners { all, even, odd };

  // Learns the dependence of levels on features. A large release is learned from a part of its
  // buckets.
  void learn(const EstimateQuestion& question, std::size_t column, Learners learners,
             const Progress& progress);

  // Returns the order of the rows that the column is linked to.
  const BucketOrder& order() const { return order_; }

  std::span<const LevelRows> slots(std::size_t bucket) const { return levels_[bucket]; }
  // Returns probabilities[i * slots + s] of row i and slot s.
  std::span<const double> links(std::size_t bucket) const {
    return std::span(links_).subspan(first_link_[bucket],
                                     slots(bucket).size() * order_.size(bucket));
  }

  const LevelModel* model() const { return model_ ? &*model_ : nullptr; }
  const RowFeatures& features() const { return *features_; }
  // True if the bucket is one of those from which the errors of weights are computed. Each of them
  // stands for scale() buckets.
  bool informs(std::size_t bucket) const { return informs_[bucket]; }
  double scale() const { return scale_; }
  // True if the model does not distinguish levels of the group from levels of another group.
  bool is_merged(Code group) const { return merged_[group]; }

 private:
  void link_all(const Progress& progress);

  const BucketOrder& order_;
  BucketLevels levels_;
  std::vector<std::size_t> first_link_;
  std::vector<double> links_;
  std::optional<RowFeatures> features_;
  std::optional<LevelModel> model_;
  std::vector<bool> informs_;
  double scale_ = 1;
  // True for each group that the model merges with another.
  std::vector<bool> merged_;
};

// Subtracts the part that no linking changes from a statistic of a bucket's linking. The statistic
// is the sum of terms[i * slots + s] over rows i and their slots s. The sums of the remaining terms
// over each row and each slot, weighted by links, are 0. The remaining terms times their links are
// the derivative of the statistic by the logarithms of the links' weights. The weighted sum of
// their squares is the statistic's variance. Both lack the factor n / (n - 1). The result is exact
// if all linkings are equally likely and if there are two rows.
void center(std::span<const LevelRows> slots, std::span<const double> links,
            std::span<double> terms);

}  // namespace microdata
