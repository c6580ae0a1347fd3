#include "core/microdata/linking_marginals.hpp"

#include <algorithm>
#include <numeric>

namespace microdata {

LinkingMarginals::LinkingMarginals(std::span<const std::uint32_t> counts)
    : counts_(counts.begin(), counts.end()) {
  for (const std::uint32_t count : counts_) {
    one_more_.push_back(states_);
    states_ *= count + std::size_t{1};
  }
  left_.reserve(states_ * counts_.size());
  for (std::size_t state = 0; state < states_; ++state) {
    for (std::size_t v = 0; v < counts_.size(); ++v)
      left_.push_back(state / one_more_[v] % (counts_[v] + std::size_t{1}) < counts_[v] ? 1 : 0);
  }
}

std::size_t LinkingMarginals::states(std::span<const std::uint32_t> counts, std::size_t most) {
  std::size_t states = 1;
  for (const std::uint32_t count : counts) {
    states *= count + std::size_t{1};
    if (states > most) return most + 1;
  }
  return states;
}

bool LinkingMarginals::find(std::span<double> weights) {
  const std::size_t values = counts_.size();
  const std::size_t persons = weights.size() / values;
  // before_[i * states + state] is the weight of all ways in which the persons before i have used
  // up the state. The member after_ has that of all ways in which the persons from i on use up the
  // rest. Every person's weights are scaled to sum to 1. This changes no probability and keeps the
  // products from vanishing.
  before_.assign((persons + 1) * states_, 0);
  after_.assign((persons + 1) * states_, 0);
  std::vector<double> scaled(weights.begin(), weights.end());
  for (std::size_t i = 0; i < persons; ++i) {
    const auto row = std::span(scaled).subspan(i * values, values);
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    if (!(sum > 0)) return false;
    for (double& weight : row)
      weight /= sum;
  }
  const auto left = [&](std::size_t state, std::size_t v) {
    return left_[state * values + v] != 0;
  };
  before_.front() = 1;
  after_.back() = 1;
  for (std::size_t i = 0; i < persons; ++i) {
    double largest = 0;
    for (std::size_t state = 0; state < states_; ++state) {
      const double so_far = before_[i * states_ + state];
      if (so_far == 0) continue;
      for (std::size_t v = 0; v < values; ++v) {
        if (!left(state, v)) continue;
        double& next = before_[(i + 1) * states_ + state + one_more_[v]];
        next += so_far * scaled[i * values + v];
        largest = std::max(largest, next);
      }
    }
    if (largest == 0) return false;
    for (std::size_t state = 0; state < states_; ++state)
      before_[(i + 1) * states_ + state] /= largest;
  }
  for (std::size_t i = persons; i-- > 0;) {
    double largest = 0;
    for (std::size_t state = 0; state < states_; ++state) {
      double& sum = after_[i * states_ + state];
      for (std::size_t v = 0; v < values; ++v) {
        if (left(state, v))
          sum += scaled[i * values + v] * after_[(i + 1) * states_ + state + one_more_[v]];
      }
      largest = std::max(largest, sum);
    }
    for (std::size_t state = 0; state < states_; ++state)
      after_[i * states_ + state] /= largest;
  }
  for (std::size_t i = 0; i < persons; ++i) {
    std::vector<double> of_value(values);
    for (std::size_t state = 0; state < states_; ++state) {
      const double so_far = before_[i * states_ + state];
      if (so_far == 0) continue;
      for (std::size_t v = 0; v < values; ++v) {
        if (!left(state, v)) continue;
        of_value[v] +=
            so_far * scaled[i * values + v] * after_[(i + 1) * states_ + state + one_more_[v]];
      }
    }
    const double sum = std::accumulate(of_value.begin(), of_value.end(), 0.0);
    if (!(sum > 0)) return false;
    for (std::size_t v = 0; v < values; ++v)
      scaled[i * values + v] = of_value[v] / sum;
  }
  std::copy(scaled.begin(), scaled.end(), weights.begin());
  return true;
}

}  // namespace microdata
