#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/code.hpp"
#include "core/utility/bucket_order.hpp"
#include "core/utility/row_features.hpp"

namespace microdata {

// Probabilities of the levels of another column for a row, given the row's features. A probability
// is the exponential of the sum of its features' weights, normalized over the classes of levels.
struct LevelModel {
  // Class of each level; the model does not distinguish the levels of a class.
  std::vector<Code> class_of;
  // Weights, classes by features; the last feature is the constant.
  Eigen::MatrixXd weights;
  // Covariance of each class's weights, given those of the other classes. It is the inverse of the
  // sum of the buckets' information about the weights and of the penalty.
  std::vector<Eigen::MatrixXd> covariance;
  // Assumed variance of the weights of each family of features.
  std::vector<double> variance;

  Code classes() const { return static_cast<Code>(weights.rows()); }
  // Computes the probability of each class for the row at a place; `into` has one element for each
  // class.
  void predict(const RowFeatures& features, std::size_t place, std::span<double> into) const;
};

// Turns weights[i * slots + s] into probabilities over all linkings of the bucket's rows to its
// levels. On entry each weight is the probability of its slot for its row alone. Exact if the
// levels can be used up in few ways, otherwise by iterative proportional fitting.
void link_levels(std::span<const LevelRows> slots, std::span<double> weights);

// Returns the model that makes the levels in `buckets`, the buckets to learn from, most probable.
// The likelihood of a bucket is the sum over all linkings of its rows to its levels of the product
// of the probabilities. Kifer (SIGMOD 2009) has the same model; here the likelihood is exact, as
// linking marginals are. Weights have a normal prior with a variance for each family, which is
// estimated along with them (D. MacKay, "Bayesian interpolation", Neural Computation 1992). If the
// buckets show nothing, weights are 0 and all linkings of a bucket are equally likely.
LevelModel learn_levels(const RowFeatures& features, const BucketOrder& order,
                        const BucketLevels& levels, std::vector<Code> class_of, Code classes,
                        std::span<const std::uint32_t> buckets, const Progress& progress);

}  // namespace microdata
