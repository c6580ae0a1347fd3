#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace microdata {

// Sums over repetitions of an experiment, for the mean and its standard error.
struct Mean {
  std::size_t count = 0;
  double sum = 0;
  double squares = 0;

  void add(double value) {
    ++count;
    sum += value;
    squares += value * value;
  }
  double mean() const { return sum / static_cast<double>(count); }
  double standard_error() const {
    const auto n = static_cast<double>(count);
    return n > 1 ? std::sqrt(std::max(0.0, squares / n - mean() * mean()) / (n - 1)) : 0;
  }
};

}  // namespace microdata
