#pragma once

#include <Eigen/Core>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/correlation/discretization.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

enum class CorrelationMeasure {
  phi2,                // mean-square contingency coefficient; slicing paper, section 4.1.1
  mutual_information,  // in nats
  pearson,             // of the numeric projections; NaN if one of the two attributes has none
};

// Returns the correlation of every pair of `attributes`, as a symmetric matrix in their order. The
// diagonal correlates each attribute with itself. phi2 and mutual information are computed from the
// discretized attributes, Pearson's coefficient from the tuples in which both values are finite.
Eigen::MatrixXd correlation_matrix(const Microdata& data, const AttributeSet& attributes,
                                   CorrelationMeasure measure,
                                   const DiscretizationOptions& discretization, Threads threads,
                                   const Progress& progress);

}  // namespace microdata
