#include "noisy_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

namespace microdata::experiment {

namespace {

constexpr unsigned rounds = 30;

double uniform(Random& random) {
  return (static_cast<double>(random.next() >> 11U) + 0.5) * 0x1p-53;
}

double laplace(double scale, Random& random) {
  const double u = uniform(random) - 0.5;
  return -scale * (u < 0 ? -1 : 1) * std::log(1 - 2 * std::abs(u));
}

double normal(double deviation, Random& random) {
  const double radius = std::sqrt(-2 * std::log(uniform(random)));
  return deviation * radius * std::cos(2 * std::numbers::pi * uniform(random));
}

// Returns the bin of each code of a number; bins keep the order of the codes.
std::vector<std::uint32_t> even_bins(const std::vector<double>& rows_with, std::uint32_t most) {
  const double all = std::accumulate(rows_with.begin(), rows_with.end(), 0.0);
  std::vector<std::uint32_t> result;
  std::uint32_t bin = 0;
  double within = 0;
  for (const double rows : rows_with) {
    const bool full = within > 0 && within + rows / 2 > all / most;
    if (full && bin + 1 < most) {
      ++bin;
      within = 0;
    }
    result.push_back(bin);
    within += rows;
  }
  return result;
}

// Replaces the cells by the nearest nonnegative counts with the given sum.
void project(std::vector<double>& cells, double sum) {
  std::vector<double> descending = cells;
  std::sort(descending.begin(), descending.end(), std::greater<>());
  double so_far = 0;
  double less = 0;
  for (std::size_t i = 0; i < descending.size(); ++i) {
    so_far += descending[i];
    const double by = (so_far - sum) / static_cast<double>(i + 1);
    if (descending[i] <= by) break;
    less = by;
  }
  for (double& cell : cells)
    cell = std::max(0.0, cell - less);
}

}  // namespace

Bins make_bins(const Microdata& data, std::span<const Row> rows, std::uint32_t most) {
  Bins result;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    const Attribute& attribute = data.attributes[a];
    // A pseudo-count of a half keeps every value possible.
    std::vector<double> rows_with(attribute.distinct, 0.5);
    for (const Row row : rows)
      ++rows_with[data.columns[a][row]];
    std::vector<std::uint32_t>& bins = result.of_code.emplace_back(attribute.distinct);
    std::iota(bins.begin(), bins.end(), 0U);
    if (attribute.numeric() && attribute.distinct > most) bins = even_bins(rows_with, most);
    result.number.push_back(bins.back() + 1);
    std::vector<double> in_bin(bins.back() + std::size_t{1});
    for (std::size_t code = 0; code < bins.size(); ++code)
      in_bin[bins[code]] += rows_with[code];
    std::vector<double>& share = result.share_in_bin.emplace_back();
    for (std::size_t code = 0; code < bins.size(); ++code)
      share.push_back(rows_with[code] / in_bin[bins[code]]);
  }
  return result;
}

NoisyTables::NoisyTables(const Microdata& data, std::span<const Row> rows, const Bins& bins,
                         const NoiseBudget& budget, Random& random)
    : bins_(&bins) {
  const std::size_t attributes = data.attributes.size();
  const auto tables = static_cast<double>(attributes * (attributes - 1) / 2);
  const double scale = tables / budget.epsilon;
  if (budget.delta > 0) {
    const double log = -std::log(budget.delta);
    const double root = std::sqrt(log + budget.epsilon) - std::sqrt(log);
    deviation_ = std::sqrt(tables / (2 * root * root));
  } else {
    deviation_ = std::numbers::sqrt2 * scale;
  }
  for (std::size_t a = 0; a < attributes; ++a) {
    for (std::size_t b = a + 1; b < attributes; ++b) {
      std::vector<double>& cells = tables_[{a, b}];
      cells.resize(std::size_t{bins.number[a]} * bins.number[b]);
      for (const Row row : rows) {
        ++cells[std::size_t{bins.of_code[a][data.columns[a][row]]} * bins.number[b] +
                bins.of_code[b][data.columns[b][row]]];
      }
      for (double& cell : cells)
        cell += budget.delta > 0 ? normal(deviation_, random) : laplace(scale, random);
    }
  }
  // All tables have the same number of rows, and each table gives an estimate of this number.
  double rows_told = 0;
  for (const auto& [attributes_of, cells] : tables_)
    rows_told += std::accumulate(cells.begin(), cells.end(), 0.0) / tables;
  for (auto& [attributes_of, cells] : tables_)
    project(cells, rows_told);
}

double NoisyTables::cell(std::size_t a, std::size_t b, Code code_of_a, Code code_of_b) const {
  if (a > b) return cell(b, a, code_of_b, code_of_a);
  return table(a, b)[std::size_t{bins_->of_code[a][code_of_a]} * bins_->number[b] +
                     bins_->of_code[b][code_of_b]];
}

// Returns the fraction of each bin that is in the set.
std::vector<double> NoisyTables::shares(const ValueSet& set) const {
  std::vector<double> result(bins_->number[set.attribute]);
  for (std::size_t code = 0; code < set.contains.size(); ++code) {
    if (set.contains[code])
      result[bins_->of_code[set.attribute][code]] += bins_->share_in_bin[set.attribute][code];
  }
  return result;
}

double NoisyTables::estimate(std::span<const ValueSet> predicate) const {
  if (predicate.size() == 3) return estimate_three(predicate);
  const std::vector<double> first = shares(predicate[0]);
  const std::vector<double> second = shares(predicate[1]);
  const std::vector<double>& cells = table(predicate[0].attribute, predicate[1].attribute);
  double sum = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (std::size_t j = 0; j < second.size(); ++j)
      sum += cells[i * second.size() + j] * first[i] * second[j];
  }
  return sum;
}

double NoisyTables::estimate_three(std::span<const ValueSet> predicate) const {
  std::array<std::vector<double>, 3> share;
  std::array<std::size_t, 3> size{};
  for (std::size_t i = 0; i < 3; ++i) {
    share[i] = shares(predicate[i]);
    size[i] = share[i].size();
  }
  // Iterative proportional fitting adapts the cells of all three attributes to each table in turn.
  std::vector<double> joint(size[0] * size[1] * size[2], 1);
  const std::array<std::array<std::size_t, 2>, 3> pairs{{{0, 1}, {0, 2}, {1, 2}}};
  for (unsigned round = 0; round < rounds; ++round) {
    for (const std::array<std::size_t, 2>& pair : pairs) {
      const std::size_t p = pair[0];
      const std::size_t q = pair[1];
      const std::vector<double>& target = table(predicate[p].attribute, predicate[q].attribute);
      std::vector<double> sums(target.size());
      const auto for_each_cell = [&](const auto& act) {
        std::array<std::size_t, 3> at{};
        std::size_t cell = 0;
        for (at[0] = 0; at[0] < size[0]; ++at[0]) {
          for (at[1] = 0; at[1] < size[1]; ++at[1]) {
            for (at[2] = 0; at[2] < size[2]; ++at[2])
              act(joint[cell++], at[p] * size[q] + at[q]);
          }
        }
      };
      for_each_cell([&](double& value, std::size_t of_pair) { sums[of_pair] += value; });
      for_each_cell([&](double& value, std::size_t of_pair) {
        value = sums[of_pair] > 0 ? value * target[of_pair] / sums[of_pair] : 0;
      });
    }
  }
  double sum = 0;
  std::size_t cell = 0;
  for (const double first : share[0]) {
    for (const double second : share[1]) {
      for (const double third : share[2])
        sum += joint[cell++] * first * second * third;
    }
  }
  return sum;
}

}  // namespace microdata::experiment
