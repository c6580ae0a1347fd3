#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "core/correlation/discretization.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/threads.hpp"

namespace microdata {

// Mutual information of every pair of some attributes, in nats.
struct InformationMatrix {
  // Symmetric, in the order of the attributes; the diagonal holds their entropies.
  Eigen::MatrixXd matrix;
  // 0 where all rows were counted. Of a sample of n rows, the largest over all pairs of four
  // standard errors (mutual information is the mean of log(p(x, y) / (p(x) p(y)))) and the bias of
  // the counted entropies, each at most log(1 + (c - 1) / n) for c values (Paninski, "Estimation of
  // entropy and mutual information", Neural Computation 2003, proposition 1).
  double error = 0;
};

// The attributes are discretized as for all correlations. Of a table of more than `most_rows` rows
// so many are counted, drawn with replacement.
InformationMatrix sampled_information(const Microdata& data, const AttributeSet& attributes,
                                      const DiscretizationOptions& discretization,
                                      std::size_t most_rows, Threads threads, Random& random,
                                      const Progress& progress);

}  // namespace microdata
