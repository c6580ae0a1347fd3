#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "core/base/progress.hpp"

namespace microdata {

// Items divided among medoids, each to its nearest medoid.
struct Clustering {
  std::vector<std::size_t> medoids;     // ascending
  std::vector<std::size_t> cluster_of;  // index into medoids
  double cost = 0;                      // sum of the distances to the medoids
};

// Partitions items around medoids (Kaufman and Rousseeuw, "Finding Groups in Data", 1990, chapter
// 2): BUILD, then the best SWAP while one lowers the cost. Deterministic: ties go to the item that
// comes first. Requires a symmetric `distance` with a zero diagonal, and 1 <= clusters <= items.
Clustering pam(const Eigen::MatrixXd& distance, std::size_t clusters,
               const Progress& progress = {});

}  // namespace microdata
