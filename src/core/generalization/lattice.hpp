#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

// Exception for a lattice with too many nodes to search.
struct LatticeTooLarge : std::exception {
  // Number of nodes, or infinity if too large for a double.
  double nodes = 0;

  const char* what() const noexcept override { return "the generalization lattice is too large"; }
};

// Information loss in fixed point, so that sums do not depend on the order of their terms. A value
// that is generalized to the whole domain, or suppressed, costs Lattice::unit. With the entropy
// measure, rare values have negative penalties, but the sum over all rows is not negative.
using Loss = std::int64_t;
inline constexpr Loss unlimited_loss = std::numeric_limits<Loss>::max() / 2;

// Index of a node in the lexicographic order of levels.
using LatticeNode = std::uint32_t;

// One quasi-identifier in the lattice. Hierarchy levels that distinguish the same values as the
// level below are skipped; `level` here counts the others.
struct LatticeDimension {
  // Index among the quasi-identifiers.
  std::size_t quasi_identifier = 0;
  // Level of the hierarchy, by level; ascending.
  std::vector<std::size_t> hierarchy_level;
  // labels[level] is the number of labels; descending.
  std::vector<std::uint32_t> labels;
  // canonical[level][code] is the least code with the same label, which represents the label.
  std::vector<std::vector<Code>> canonical;
  // penalty[level][code] is the penalty of publishing the code's label, at most a unit.
  std::vector<std::vector<Loss>> penalty;
  // loss[level] is the sum of penalties of all rows; ascending.
  std::vector<Loss> loss;
  // Difference of the indices of nodes that differ by one level.
  LatticeNode stride = 1;

  std::size_t levels() const { return loss.size(); }
};

// The generalization lattice (Samarati, "Protecting respondents' identities in microdata release",
// TKDE 2001, section 3). A node is one level for each quasi-identifier; its successors have one
// level higher in one quasi-identifier. Quasi-identifiers of a single level are no dimensions.
// Invariant: at most most_nodes nodes, so at most most_dimensions dimensions.
struct Lattice {
  static constexpr std::size_t most_nodes = std::size_t{1} << 26U;
  static constexpr std::size_t most_dimensions = 26;

  std::vector<LatticeDimension> dimensions;
  std::size_t quasi_identifiers = 0;
  Row rows = 0;
  LatticeNode nodes = 1;
  // Fixed-point unit of loss. rows * quasi_identifiers * unit is at most 2^61. With 10^6 rows of 16
  // quasi-identifiers, the unit is 2^37.
  Loss unit = 1;

  std::size_t height() const;
  // Returns the loss of suppressing every row.
  Loss most_loss() const;
  // Returns a loss as a mean over rows and quasi-identifiers, 0 to 1.
  double mean_loss(Loss loss) const;
};

// Levels of a node, one per dimension. Entries beyond the dimensions are 0.
using NodeLevels = std::array<std::uint16_t, Lattice::most_dimensions>;

// Returns the lattice of the quasi-identifiers, with penalties of the measure, rounded to units.
// Quasi-identifiers without a hierarchy get a flat one. Throws LatticeTooLarge.
Lattice make_lattice(const Microdata& data, const AttributeSet& quasi_identifiers,
                     LossMeasure measure, const Progress& progress);

NodeLevels levels_of(const Lattice& lattice, LatticeNode node);
LatticeNode node_at(const Lattice& lattice, const NodeLevels& levels);

// Returns the loss of generalization alone, without suppression. It is a lower bound of the loss of
// the node and all its successors, because suppressing a row never costs less than generalizing it.
Loss generalization_loss(const Lattice& lattice, const NodeLevels& levels);

// Returns a node's levels in the hierarchies of all quasi-identifiers.
std::vector<std::size_t> hierarchy_levels(const Lattice& lattice, const NodeLevels& levels);

// Nodes by height.
class LatticeLayers {
 public:
  explicit LatticeLayers(const Lattice& lattice);

  // Calls visit(node, levels, loss) for the nodes of one height with a generalization loss of at
  // most `limit`, ascending.
  template <typename Visit>
  void for_each(std::size_t height, Loss limit, const Visit& visit) const {
    if (height > lattice_->height()) return;
    NodeLevels levels{};
    descend(0, height, 0, 0, limit, levels, visit);
  }

 private:
  template <typename Visit>
  void descend(std::size_t d, std::size_t height, LatticeNode node, Loss loss, Loss limit,
               NodeLevels& levels, const Visit& visit) const {
    if (d == lattice_->dimensions.size()) {
      visit(node, levels, loss);
      return;
    }
    const LatticeDimension& dimension = lattice_->dimensions[d];
    const std::size_t above = least_[d + 1].size() - 1;
    const std::size_t lowest = height > above ? height - above : 0;
    for (std::size_t level = lowest; level <= height && level < dimension.levels(); ++level) {
      const Loss so_far = loss + dimension.loss[level];
      if (so_far + least_[d + 1][height - level] > limit) continue;
      levels[d] = static_cast<std::uint16_t>(level);
      descend(d + 1, height - level, node + static_cast<LatticeNode>(level) * dimension.stride,
              so_far, limit, levels, visit);
    }
  }

  const Lattice* lattice_;
  // least_[d][h] is the least loss that dimensions d and up can have at height h.
  std::vector<std::vector<Loss>> least_;
};

}  // namespace microdata
