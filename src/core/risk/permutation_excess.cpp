#include "core/risk/permutation_excess.hpp"

#include <array>
#include <cmath>
#include <vector>

namespace microdata {

namespace {

// Sums in several lanes, which do not wait for each other.
double sum_of(std::span<const double> numbers) {
  std::array<double, 4> lanes{};
  std::size_t i = 0;
  for (; i + lanes.size() <= numbers.size(); i += lanes.size()) {
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
      lanes[lane] += numbers[i + lane];
  }
  for (; i < numbers.size(); ++i)
    lanes[0] += numbers[i];
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

}  // namespace

// Returns the mean of all s times k, and 1 / (k - 1) times the sum of the squared doubly centred s.
// These are the mean and the variance of the sum of s(i, pi(i)) under a uniform permutation of k
// rows.
BlockMoments moments_of_block(std::span<const double> score, std::size_t k) {
  std::vector<double> row_mean(k);
  std::vector<double> column_mean(k);
  double mean = 0;
  for (std::size_t i = 0; i < k; ++i) {
    row_mean[i] = sum_of(score.subspan(i * k, k));
    for (std::size_t j = 0; j < k; ++j)
      column_mean[j] += score[i * k + j];
    mean += row_mean[i];
  }
  mean /= static_cast<double>(k * k);
  for (std::size_t i = 0; i < k; ++i) {
    row_mean[i] /= static_cast<double>(k);
    column_mean[i] /= static_cast<double>(k);
  }
  std::vector<double> squares_of_column(k);
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < k; ++j) {
      const double centred = score[i * k + j] - row_mean[i] - column_mean[j] + mean;
      squares_of_column[j] += centred * centred;
    }
  }
  return {mean * static_cast<double>(k), sum_of(squares_of_column) / static_cast<double>(k - 1)};
}

void PermutationExcess::add(std::span<const double> score, std::size_t k) {
  if (k < 2) return;
  double sum = 0;
  for (std::size_t i = 0; i < k; ++i)
    sum += score[i * k + i];
  add(sum, moments_of_block(score, k));
}

void PermutationExcess::add(double sum, const BlockMoments& moments) {
  if (moments.variance < 1e-12) return;
  excess_ += sum - moments.mean;
  variance_ += moments.variance;
  ++blocks_;
}

double PermutationExcess::deviations() const {
  return excess_ / std::sqrt(variance_);
}

double PermutationExcess::bound() const {
  return 6 + 12 / std::sqrt(static_cast<double>(blocks_));
}

}  // namespace microdata
