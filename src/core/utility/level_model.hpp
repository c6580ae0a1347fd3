#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/code.hpp"
#include "core/microdata/progress.hpp"
#include "core/utility/bucket_order.hpp"
#include "core/utility/row_features.hpp"

namespace microdata {

// Which of the levels of another column goes with a row, as far as the row's features tell: the
// exponential of the sum of the weights of its features, normalized over the classes of levels.
struct LevelModel {
  // By level; levels of a class are alike to the model.
  std::vector<Code> class_of;
  // Classes by features, and the constant.
  Eigen::MatrixXd weights;
  // For each class what its weights' covariance is, given those of the others: the inverse of the
  // information that the buckets have of them and of the penalty.
  std::vector<Eigen::MatrixXd> covariance;
  // The variance that the weights of each family of features are taken to have.
  std::vector<double> variance;

  Code classes() const { return static_cast<Code>(weights.rows()); }
  // The probability of each class, for the row of a place; `into` has one for each class.
  void predict(const RowFeatures& features, std::size_t place, std::span<double> into) const;
};

// The probabilities of the levels of each row of a bucket, all its linkings of rows to levels
// considered: weights[i * slots + s], how probable slot s is of row i by itself, becomes it. Exact
// where the levels can be used up in few ways; else by iterative proportional fitting.
void link_levels(std::span<const LevelRows> slots, std::span<double> weights);

// The model that makes the levels in the buckets most probable: the likelihood of a bucket is the
// sum over all linkings of its rows to its levels of the product of the probabilities (Kifer,
// SIGMOD 2009, has the same model; here the likelihood is exact, as linking marginals are). Weights
// are penalized as normal with a variance for each family, which is estimated along with them (D.
// MacKay, "Bayesian interpolation", Neural Computation 1992): where the buckets show nothing,
// weights are 0, and all linkings of a bucket are equally likely. `buckets` are those to learn
// from.
LevelModel learn_levels(const RowFeatures& features, const BucketOrder& order,
                        const BucketLevels& levels, std::vector<Code> class_of, Code classes,
                        std::span<const std::uint32_t> buckets, const Progress& progress);

}  // namespace microdata
