#include "core/risk/class_weights.hpp"

#include <algorithm>

namespace microdata {

ClassWeights::ClassWeights(const ClassCover& cover) : cover_(cover), rows_(cover.classes) {
  for (const std::uint32_t c : cover.class_of_row)
    ++rows_[c];
}

double ClassWeights::weigh_rows(std::uint32_t kind, std::vector<double>& of_row) const {
  of_row.clear();
  double largest = 0;
  for (std::size_t at = cover_.offsets[kind]; at < cover_.offsets[kind + std::size_t{1}]; ++at) {
    of_row.push_back(cover_.chance(at));
    largest = std::max(largest, of_row.back());
  }
  // Weights that are too small to be distinguished become equal.
  for (double& weight : of_row)
    weight = largest > 0 ? weight / largest : 1;
  return largest;
}

}  // namespace microdata
