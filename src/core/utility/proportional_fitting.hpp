#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"

namespace microdata {

// A marginal that a distribution over cells is to have.
struct MarginalConstraint {
  // For each cell, which of the marginal's it belongs to.
  std::vector<std::uint32_t> marginal_of_cell;
  std::vector<double> target;
};

struct ProportionalFit {
  std::vector<double> share;  // of each cell
  bool converged = false;
};

// Iterative proportional fitting (Deming and Stephan, 1940): from the uniform distribution over the
// cells, scaled to each marginal in turn, until all are met within 1e-13 or it gets no nearer.
// Marginals that contradict each other may leave a cell of all of them with nothing.
ProportionalFit fit_proportionally(std::size_t cells, std::span<const MarginalConstraint> marginals,
                                   const Progress& progress);

}  // namespace microdata
