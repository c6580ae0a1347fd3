#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Attributes that can be added to a sensitive column.
struct ColumnCandidates {
  AttributeSet fixed;
  // Quasi-identifiers, those most correlated with the column's sensitive attributes first, and
  // their correlations.
  AttributeSet attributes;
  std::vector<double> correlation;
  std::size_t most = 0;
};

// Returns, ascending, the largest set of at most `most` candidates with which the column is
// feasible. The largest sum of correlations decides among equally large sets. The search is
// exhaustive as far as its work allows, as it does for tables with few attributes. Otherwise the
// result is the best set found, and no worse than taking one candidate after the other.
AttributeSet most_correlated_feasible(const Microdata& data, const ColumnCandidates& candidates,
                                      std::span<const Row> rows, double l,
                                      const Progress& progress);

}  // namespace microdata
