#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"

namespace microdata {

// Marginal that a distribution over cells must have.
struct MarginalConstraint {
  // Number of the marginal's cell that each cell belongs to.
  std::vector<std::uint32_t> marginal_of_cell;
  std::vector<double> target;
};

struct ProportionalFit {
  std::vector<double> share;  // of each cell
  bool converged = false;
};

// Returns the result of iterative proportional fitting (Deming and Stephan, 1940). The fitting
// starts from the uniform distribution over the cells and scales it to each marginal in turn. It
// ends if all marginals are met within 1e-13, or at a limit of work. Marginals that contradict each
// other can leave a cell that each of them allows with a share of 0.
ProportionalFit fit_proportionally(std::size_t cells, std::span<const MarginalConstraint> marginals,
                                   const Progress& progress);

}  // namespace microdata
