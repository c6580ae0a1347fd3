#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/utility/bucket_cells.hpp"
#include "core/utility/published_part.hpp"
#include "core/utility/relation.hpp"
#include "core/utility/value_set.hpp"

namespace microdata {

// How much there is of a combination of values, by the number that stands for it.
struct KeyWeight {
  std::uint64_t key = 0;
  double weight = 0;
};

// What the tables below a table say of each of its cells.
using CellWeights = std::vector<std::vector<KeyWeight>>;

// What an analyst estimates from published parts: how many tuples have values in given sets, by the
// model that kl_divergence() measures.
class CountEstimator {
 public:
  // Takes as much memory as all parts' marginals have cells; throws std::length_error where one
  // has more than 2^32. At least one row. Of parts with rows of their own, the data needs to have
  // no columns; where they make up a cycle with too many combinations, std::length_error.
  CountEstimator(const Microdata& data, std::span<const PublishedPart> parts,
                 const Progress& progress);

  // How many tuples there are of each combination of values of some attributes, level[i] being
  // those of attributes[i]; std::length_error where there are too many.
  LevelCells joint(std::span<const std::size_t> attributes, const Progress& progress) const;

  // Of each attribute at most one set.
  double estimate(std::span<const ValueSet> predicate, const Progress& progress) const;

 private:
  // A part's marginal, or the fit of the parts of a cycle. A table's estimate is its distribution
  // given what it shares with its parent, times that of the parent.
  struct Table {
    Marginal marginal;
    std::optional<std::size_t> parent;
    // Numbers what cells share with the parent: those of this table, then those of the parent.
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
  // Children before their parents, by index.
  std::vector<Table> tables_;
  std::vector<std::size_t> order_;
};

}  // namespace microdata
