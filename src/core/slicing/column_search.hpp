#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// What may go into a sensitive column besides the attributes that are in it.
struct ColumnCandidates {
  AttributeSet fixed;
  // Quasi-identifiers, most correlated with the column's sensitive attributes first, and how much.
  AttributeSet attributes;
  std::vector<double> correlation;
  std::size_t most = 0;
};

// Of the sets of at most `most` candidates with which the column is feasible, the largest, and of
// these the one with the largest sum of correlations. The search is exhaustive as far as its work
// allows, which is so for tables of few attributes; from there on it is the best that was found,
// and no worse than taking one candidate after the other. Ascending.
AttributeSet most_correlated_feasible(const Microdata& data, const ColumnCandidates& candidates,
                                      std::span<const Row> rows, double l,
                                      const Progress& progress);

}  // namespace microdata
