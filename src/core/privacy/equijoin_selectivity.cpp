#include "core/privacy/equijoin_selectivity.hpp"

#include <algorithm>
#include <cmath>

namespace microdata {

namespace {

constexpr double rounding = 1e-9;

// Calls body(numbers of rows of one value in each class, their product) for all products below k.
template <typename Body>
void for_rows_below(std::uint32_t k, std::size_t classes, std::vector<std::uint32_t>& rows,
                    std::uint32_t product, const Body& body) {
  if (rows.size() == classes) {
    body(rows, product);
    return;
  }
  for (std::uint32_t n = 1; std::uint64_t{product} * n < k; ++n) {
    rows.push_back(n);
    for_rows_below(k, classes, rows, product * n, body);
    rows.pop_back();
  }
}

std::size_t power(std::size_t base, std::size_t exponent) {
  std::size_t result = 1;
  for (std::size_t i = 0; i < exponent; ++i)
    result *= base;
  return result;
}

}  // namespace

bool is_selective(double eta, double delta) {
  return eta >= delta * (1 - rounding);
}

bool EquijoinSelectivity::takes_too_long(std::size_t classes) const {
  constexpr double most_cells = 1 << 23;
  constexpr double most_steps = 3e9;
  const double cells = std::pow(k_, static_cast<double>(classes) + 1);
  return cells > most_cells ||
         cells * k_ * std::pow(std::log(k_) + 1, static_cast<double>(classes) - 1) > most_steps;
}

void EquijoinSelectivity::count_one_more(std::size_t classes, Counted& counted,
                                         const Progress& progress) const {
  const std::size_t sums = power(k_, classes);
  std::vector<double> next(sums * k_);
  // Entries are ordered by the sums and, fastest, by the join.
  std::vector<std::uint32_t> rows;
  const auto place = [&](std::size_t sum) { return sum * k_; };
  std::size_t steps = 0;
  for_rows_below(k_, classes, rows, 1,
                 [&](const std::vector<std::uint32_t>& added, std::uint32_t product) {
                   std::size_t step = 0;
                   for (const std::uint32_t n : added)
                     step = step * k_ + n;
                   if (counted.by_sums.empty()) {
                     next[place(step) + product] += 1;
                     return;
                   }
                   const std::vector<double>& before = counted.by_sums.back();
                   for (std::size_t sum = 0; sum < sums; ++sum) {
                     if (before[sum] == 0) continue;
                     if (++steps % 4096 == 0) progress.checkpoint();
                     // A sum never exceeds its join, so a sum stays below k if the join does.
                     const double* const from = &counted.last[place(sum)];
                     for (std::uint32_t join = 0; join + product < k_; ++join) {
                       if (from[join] != 0) next[place(sum + step) + join + product] += from[join];
                     }
                   }
                 });
  std::vector<double> by_sums(sums);
  for (std::size_t sum = 0; sum < sums; ++sum) {
    for (std::uint32_t join = 0; join < k_; ++join)
      by_sums[sum] += next[place(sum) + join];
  }
  counted.last = std::move(next);
  counted.by_sums.push_back(std::move(by_sums));
}

const std::vector<double>& EquijoinSelectivity::below_k(std::size_t classes, std::uint32_t common,
                                                        const Progress& progress) {
  Counted& counted = counted_[classes];
  while (counted.by_sums.size() < common)
    count_one_more(classes, counted, progress);
  return counted.by_sums[common - 1];
}

double EquijoinSelectivity::log_binomial(std::size_t n, std::size_t r) const {
  return log_factorial_[n] - log_factorial_[r] - log_factorial_[n - r];
}

// Returns the share of a class's versions in which its common values together have `sum` rows, for
// one fixed division of these rows.
double EquijoinSelectivity::completions(const AmbiguousClass& c, std::uint32_t common,
                                        std::size_t sum) const {
  const std::size_t others = c.values - common;
  if (c.tuples < sum + others) return 0;
  return std::exp(log_binomial(c.tuples - sum - 1, others - 1) -
                  log_binomial(c.tuples - 1, c.values - 1));
}

double EquijoinSelectivity::operator()(std::span<const AmbiguousClass> classes,
                                       std::uint32_t common, const Progress& progress) {
  if (common >= k_) return 1;
  std::uint32_t most = 0;
  for (const AmbiguousClass& c : classes) {
    if (c.values == common) return 1;
    most = std::max(most, c.tuples);
  }
  if (takes_too_long(classes.size())) return 0;
  while (log_factorial_.size() <= most)
    log_factorial_.push_back(log_factorial_.back() +
                             std::log(static_cast<double>(log_factorial_.size())));
  const std::vector<double>& vectors = below_k(classes.size(), common, progress);
  // Shares by class and sum.
  std::vector<double> share;
  for (const AmbiguousClass& c : classes) {
    for (std::size_t sum = 0; sum < k_; ++sum)
      share.push_back(sum < common ? 0 : completions(c, common, sum));
  }
  double failing = 0;
  for (std::size_t sums = 0; sums < vectors.size(); ++sums) {
    if (vectors[sums] == 0) continue;
    double weight = vectors[sums];
    std::size_t rest = sums;
    for (std::size_t i = classes.size(); i-- > 0; rest /= k_)
      weight *= share[i * k_ + rest % k_];
    failing += weight;
  }
  return std::clamp(1 - failing, 0.0, 1.0);
}

}  // namespace microdata
