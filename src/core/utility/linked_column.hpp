#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/utility/bucket_order.hpp"
#include "core/utility/group_estimate.hpp"
#include "core/utility/level_model.hpp"
#include "core/utility/row_features.hpp"

namespace microdata {

// A column beside the first one, and how probable each of a bucket's levels is of each of its rows.
class LinkedColumn {
 public:
  // All linkings of a bucket are equally likely. `room`: how many links there is room for, of which
  // it takes its own.
  LinkedColumn(const AskedColumn& column, const BucketOrder& order, std::size_t& room,
               const Progress& progress);

  // The buckets to learn from: all, or every second one.
  enum class Learners { all, even, odd };

  // Learns how levels follow from features. Of a large release a part of the buckets is learned
  // from.
  void learn(const EstimateQuestion& question, std::size_t column, Learners learners,
             const Progress& progress);

  // Of the rows that it is linked to.
  const BucketOrder& order() const { return order_; }

  std::span<const LevelRows> slots(std::size_t bucket) const { return levels_[bucket]; }
  // probabilities[i * slots + s].
  std::span<const double> links(std::size_t bucket) const {
    return std::span(links_).subspan(first_link_[bucket],
                                     slots(bucket).size() * order_.size(bucket));
  }

  const LevelModel* model() const { return model_ ? &*model_ : nullptr; }
  const RowFeatures& features() const { return *features_; }
  // Whether the bucket is one of those that stand for all where weights' errors are found, and how
  // many each stands for.
  bool informs(std::size_t bucket) const { return informs_[bucket]; }
  double scale() const { return scale_; }
  // Whether the model takes levels of the group to be like levels of another one.
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
  // By group.
  std::vector<bool> merged_;
};

// Takes from a statistic of a bucket's linking, which is the sum of terms[i * slots + s] over the
// rows i and their slots s, all that no linking changes: weighted by links, rows and slots then
// have none. What is left, times its links, is the derivative of the statistic by the logarithms of
// the weights of the links, and the sum of its squares its variance, both times n / (n - 1):
// exactly so where all linkings are equally likely and where there are two rows.
void center(std::span<const LevelRows> slots, std::span<const double> links,
            std::span<double> terms);

}  // namespace microdata
