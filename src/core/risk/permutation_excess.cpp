#include "core/risk/permutation_excess.hpp"

#include <algorithm>
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
  add(sum, moments_of_block(score, k), k);
}

void PermutationExcess::add(double sum, const BlockMoments& moments, std::size_t k) {
  if (moments.variance < 1e-12) return;
  const double excess = sum - moments.mean;
  excess_ += excess;
  variance_ += moments.variance;
  ++blocks_;
  if (k == 2) return;
  const double square = excess * excess / moments.variance;
  std::size_t octave = 0;
  while (octave < octaves && square >= static_cast<double>(std::size_t{2} << octave))
    ++octave;
  ++squares_[octave].blocks;
  squares_[octave].sum += square;
}

double PermutationExcess::deviations() const {
  return excess_ / std::sqrt(variance_);
}

double PermutationExcess::bound() const {
  return 6 + 12 / std::sqrt(static_cast<double>(blocks_));
}

// The mean of a shuffled block's squared deviation is 1, so the mean of the smaller of the square
// and a cap c is at most 1. By Hoeffding (1963, Theorem 1), n independent numbers from 0 to c have
// a mean of m > 1 with a probability of at most exp(-n d), where d is the relative entropy of the
// Bernoulli distributions with the shares m / c and 1 / c. A standard normal deviate above x has a
// probability of at most exp(-x^2 / 2), and so sqrt(2 n d) is a number of standard deviations.
PermutationExcess::Found PermutationExcess::unevenness(double tests) const {
  constexpr double false_alarms = 1e-9;
  Found found{Deviation::uneven, 0, std::sqrt(2 * std::log(tests * octaves / false_alarms))};
  std::size_t n = 0;
  for (const Squares& squares : squares_)
    n += squares.blocks;
  if (n == 0) return found;
  Squares below;
  for (std::size_t octave = 0; octave < octaves; ++octave) {
    below.blocks += squares_[octave].blocks;
    below.sum += squares_[octave].sum;
    const auto cap = static_cast<double>(std::size_t{2} << octave);
    const double capped = below.sum + cap * static_cast<double>(n - below.blocks);
    const double share = capped / static_cast<double>(n) / cap;
    if (share * cap <= 1) continue;
    const double rest = share >= 1 ? 0 : (1 - share) * std::log((1 - share) / (1 - 1 / cap));
    const double entropy = share * std::log(share * cap) + rest;
    found.excess = std::max(found.excess, std::sqrt(2 * static_cast<double>(n) * entropy));
  }
  return found;
}

PermutationExcess::Found PermutationExcess::farthest(double tests, double margin) const {
  Found found{Deviation::more, deviations(), bound() + margin};
  const auto consider = [&](const Found& other) {
    if (other.excess > other.bound && other.excess - other.bound > found.excess - found.bound)
      found = other;
  };
  consider({Deviation::fewer, -found.excess, found.bound});
  consider(unevenness(tests));
  return found;
}

}  // namespace microdata
