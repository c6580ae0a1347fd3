#include "core/utility/permutation_variance.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace microdata {

namespace {

// Values by the kinds of several columns.
class Cells {
 public:
  Cells(std::span<const std::vector<double>> share, const Progress& progress)
      : share_(share), progress_(progress) {}

  // Calls body(first cell, step) for all cells that differ only in the kind of a column.
  template <typename Body>
  void each_line(std::size_t cells, std::size_t column, const Body& body) const {
    std::size_t step = 1;
    for (std::size_t c = column + 1; c < share_.size(); ++c)
      step *= share_[c].size();
    const std::size_t block = step * share_[column].size();
    for (std::size_t begin = 0; begin < cells; begin += block) {
      for (std::size_t i = 0; i < step; ++i) {
        progress_.checkpoint_at(begin + i);
        body(begin + i, step);
      }
    }
  }

  // Replaces each value by its mean over the column times `mean`, and itself times `own`.
  void mix(std::vector<double>& value, std::size_t column, double mean, double own) const {
    const std::vector<double>& share = share_[column];
    each_line(value.size(), column, [&](std::size_t first, std::size_t step) {
      double sum = 0;
      for (std::size_t kind = 0; kind < share.size(); ++kind)
        sum += share[kind] * value[first + kind * step];
      for (std::size_t kind = 0; kind < share.size(); ++kind)
        value[first + kind * step] = mean * sum + own * value[first + kind * step];
    });
  }

  // Returns the values' means given the kind of one column; of all values for a column behind the
  // last.
  std::vector<double> means(std::vector<double> value, std::size_t column) const {
    for (std::size_t c = 0; c < share_.size(); ++c) {
      if (c != column) mix(value, c, 1, 0);
    }
    return value;
  }

  std::vector<double> weights(std::size_t cells) const {
    std::vector<double> weight(cells, 1);
    for (std::size_t c = 0; c < share_.size(); ++c) {
      each_line(cells, c, [&](std::size_t first, std::size_t step) {
        for (std::size_t kind = 0; kind < share_[c].size(); ++kind)
          weight[first + kind * step] *= share_[c][kind];
      });
    }
    return weight;
  }

 private:
  std::span<const std::vector<double>> share_;
  const Progress& progress_;
};

void subtract(const std::vector<double>& other, std::vector<double>& value) {
  for (std::size_t i = 0; i < value.size(); ++i)
    value[i] -= other[i];
}

double largest(const std::vector<double>& value) {
  double result = 0;
  for (const double one : value)
    result = std::max(result, std::abs(one));
  return result;
}

}  // namespace

double permutation_variance(double places, std::span<const std::vector<double>> share,
                            std::vector<double> value, const Progress& progress) {
  const auto open = std::count_if(share.begin(), share.end(), [](const std::vector<double>& kinds) {
    return kinds.size() > 1;
  });
  if (places < 2 || open < 2) return 0;
  const Cells cells(share, progress);
  constexpr double rounding = 1e-12;
  const double noise = rounding * largest(value);
  subtract(cells.means(value, share.size()), value);
  const std::vector<double> centered = value;
  for (std::size_t c = 0; c < share.size(); ++c) {
    if (share[c].size() > 1) subtract(cells.means(centered, c), value);
  }
  if (largest(value) <= noise) return 0;
  // Expectation of another place's value, given the units of a place.
  std::vector<double> other = value;
  for (std::size_t c = 0; c < share.size(); ++c) {
    if (share[c].size() > 1) cells.mix(other, c, places / (places - 1), -1 / (places - 1));
  }
  const std::vector<double> weight = cells.weights(value.size());
  double variance = 0;
  for (std::size_t i = 0; i < value.size(); ++i)
    variance += weight[i] * value[i] * places * (value[i] + (places - 1) * other[i]);
  return std::max(0.0, variance);
}

}  // namespace microdata
