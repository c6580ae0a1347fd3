#include "core/utility/proportional_fitting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace microdata {

namespace {

constexpr double tolerance = 1e-13;
// Limit on sweeps times cells, so that small fits converge and large ones end.
constexpr std::size_t most_work = std::size_t{1} << 31U;
constexpr std::size_t most_sweeps = 100'000;

// Scales the shares to the marginal; returns the largest distance of a sum from its target before
// scaling.
double scale(std::vector<double>& share, const MarginalConstraint& marginal,
             std::vector<double>& factor, const Progress& progress) {
  factor.assign(marginal.target.size(), 0);
  for (std::size_t cell = 0; cell < share.size(); ++cell) {
    progress.checkpoint_at(cell);
    factor[marginal.marginal_of_cell[cell]] += share[cell];
  }
  double worst = 0;
  for (std::size_t m = 0; m < factor.size(); ++m) {
    worst = std::max(worst, std::abs(factor[m] - marginal.target[m]));
    factor[m] = factor[m] > 0 ? marginal.target[m] / factor[m] : 0;
  }
  for (std::size_t cell = 0; cell < share.size(); ++cell) {
    progress.checkpoint_at(cell);
    share[cell] *= factor[marginal.marginal_of_cell[cell]];
    // Rounding keeps subnormal numbers from reaching 0.
    if (share[cell] < std::numeric_limits<double>::min()) share[cell] = 0;
  }
  return worst;
}

}  // namespace

ProportionalFit fit_proportionally(std::size_t cells, std::span<const MarginalConstraint> marginals,
                                   const Progress& progress) {
  ProportionalFit fit;
  fit.share.assign(cells, cells > 0 ? 1.0 / static_cast<double>(cells) : 0);
  std::vector<double> factor;
  const std::size_t sweeps = std::clamp<std::size_t>(
      most_work / std::max<std::size_t>(cells * marginals.size(), 1), 1, most_sweeps);
  for (std::size_t sweep = 0; sweep < sweeps && !fit.converged; ++sweep) {
    progress.checkpoint();
    double worst = 0;
    for (const MarginalConstraint& marginal : marginals)
      worst = std::max(worst, scale(fit.share, marginal, factor, progress));
    fit.converged = worst <= tolerance;
  }
  return fit;
}

}  // namespace microdata
