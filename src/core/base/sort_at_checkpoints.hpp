#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/base/progress.hpp"

namespace microdata {

// Sorts values in parts and merges the parts, because sorting many values at once takes long
// without a checkpoint. Equal values may change places.
template <typename Value>
void sort_at_checkpoints(std::vector<Value>& values, const Progress& progress) {
  constexpr std::size_t values_of_part = 8192;
  const auto at = [&](std::size_t place) {
    return values.begin() + static_cast<std::ptrdiff_t>(std::min(place, values.size()));
  };
  for (std::size_t begin = 0; begin < values.size(); begin += values_of_part) {
    progress.checkpoint();
    std::sort(at(begin), at(begin + values_of_part));
  }
  for (std::size_t sorted = values_of_part; sorted < values.size(); sorted *= 2) {
    for (std::size_t begin = 0; begin + sorted < values.size(); begin += 2 * sorted) {
      progress.checkpoint();
      std::inplace_merge(at(begin), at(begin + sorted), at(begin + 2 * sorted));
    }
  }
  progress.checkpoint();
}

}  // namespace microdata
