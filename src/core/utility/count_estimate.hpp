#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/utility/published_part.hpp"
#include "core/utility/relation.hpp"
#include "core/utility/value_set.hpp"

namespace microdata {

// Weight of a combination of values, with the number of the combination.
struct KeyWeight {
  std::uint64_t key = 0;
  double weight = 0;
};

// Weights by cell of a table, computed from the tables below the table.
using CellWeights = std::vector<std::vector<KeyWeight>>;

// Weights of combinations of levels; level[f][cell] is the level of attribute f.
struct LevelCells {
  std::vector<std::vector<Code>> level;
  std::vector<double> weight;
};

// Limit on the number of cells.
inline constexpr std::size_t most_level_cells = 10'000'000;

// Estimates, as an analyst makes them from published parts, of the number of tuples with values in
// given sets. The model is that of kl_divergence().
class CountEstimator {
 public:
  // Takes memory for the cells of all parts' marginals. Throws std::length_error if a marginal has
  // 2^32 cells or more, or a cycle of parts too many combinations. The data has at least one row.
  // Its columns may be missing if the parts have rows of their own.
  CountEstimator(const Microdata& data, std::span<const PublishedPart> parts,
                 const Progress& progress);

  // Returns the number of tuples of each combination of values, level[i] being the values of
  // attributes[i]. Throws std::length_error if there are too many combinations.
  LevelCells joint(std::span<const std::size_t> attributes, const Progress& progress) const;

  // Returns the estimate for a predicate with at most one set for each attribute.
  double estimate(std::span<const ValueSet> predicate, const Progress& progress) const;

 private:
  // Marginal of a part, or the fit of the parts of a cycle. The estimate of a table is its
  // distribution given the attributes shared with the parent, times the parent's estimate.
  struct Table {
    Marginal marginal;
    std::optional<std::size_t> parent;
    // Numbers of the combinations shared with the parent: first those of this table's cells, then
    // those of the parent's.
    Combinations separator;
    std::vector<double> separator_share;
  };

  static CellWeights given_separator(const Table& table, const CellWeights& below,
                                     const Progress& progress);

  void attach(std::size_t child, std::size_t parent, const AttributeSet& separator,
              const Microdata& data, const Progress& progress);

  double rows_;
  std::vector<Code> domain_;
  std::vector<bool> covered_;
  // Tables by index; `order_` lists their indexes, children before their parents.
  std::vector<Table> tables_;
  std::vector<std::size_t> order_;
};

}  // namespace microdata
