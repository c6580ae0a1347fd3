#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/base/threads.hpp"
#include "core/correlation/discretization.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Mutual information of every pair of some attributes, in nats.
struct InformationMatrix {
  // Symmetric matrix in the order of the attributes. The diagonal holds their entropies.
  Eigen::MatrixXd matrix;
  // Largest error over all pairs; 0 if all rows were counted. For a sample of n rows, the error of
  // a pair has two parts. The first is four standard errors, because mutual information is the mean
  // of log(p(x, y) / (p(x) p(y))). The second is the bias of the counted entropies, each at most
  // log(1 + (c - 1) / n) for c values (Paninski, "Estimation of entropy and mutual information",
  // Neural Computation 2003, proposition 1).
  double error = 0;
};

// Returns the mutual information of every pair of `attributes`, discretized as for all
// correlations. If the table has more than `most_rows` rows, the function counts a sample of
// `most_rows` rows, drawn with replacement.
InformationMatrix sampled_information(const Microdata& data, const AttributeSet& attributes,
                                      const DiscretizationOptions& discretization,
                                      std::size_t most_rows, Threads threads, Random& random,
                                      const Progress& progress);

}  // namespace microdata
