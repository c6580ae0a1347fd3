#include "core/correlation/contingency.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "core/base/radix_sort.hpp"

namespace microdata {

namespace {

// True if the table is dense: up to 2^18 cells (1 MB of counters), or up to 2^24 cells if there are
// at least as many rows.
bool is_small(std::uint64_t cells, std::size_t rows) {
  return cells <= (1U << 18U) || (cells <= rows && cells <= (1U << 24U));
}

std::vector<std::uint32_t> count_densely(const CodedColumn& a, const CodedColumn& b,
                                         const Progress& progress) {
  const std::size_t cells = std::size_t{a.distinct} * b.distinct;
  // Neighbouring rows often fall into one cell. With two sets of counters, an increment does not
  // wait for the previous one.
  std::vector<std::uint32_t> even(cells);
  std::vector<std::uint32_t> odd(cells);
  const std::size_t rows = a.codes.size();
  for (std::size_t row = 0; row + 1 < rows; row += 2) {
    progress.checkpoint_at(row);
    ++even[std::size_t{b.codes[row]} * a.distinct + a.codes[row]];
    ++odd[std::size_t{b.codes[row + 1]} * a.distinct + a.codes[row + 1]];
  }
  if (rows % 2 == 1) ++even[std::size_t{b.codes[rows - 1]} * a.distinct + a.codes[rows - 1]];
  for (std::size_t cell = 0; cell < cells; ++cell)
    even[cell] += odd[cell];
  return even;
}

std::vector<ContingencyTable::Cell> count_sparsely(const CodedColumn& a, const CodedColumn& b,
                                                   const Progress& progress) {
  std::vector<std::uint64_t> pairs(a.codes.size());
  for (std::size_t row = 0; row < pairs.size(); ++row) {
    progress.checkpoint_at(row);
    pairs[row] = std::uint64_t{a.codes[row]} * b.distinct + b.codes[row];
  }
  radix_sort(
      std::span(pairs), std::uint64_t{a.distinct} * b.distinct,
      [](std::uint64_t pair) { return pair; }, progress);
  std::vector<ContingencyTable::Cell> cells;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    progress.checkpoint_at(i);
    if (i == 0 || pairs[i] != pairs[i - 1]) {
      cells.push_back(
          {static_cast<Code>(pairs[i] / b.distinct), static_cast<Code>(pairs[i] % b.distinct), 0});
    }
    ++cells.back().count;
  }
  return cells;
}

// Returns the sum of f(cell count, row total, column total) over the cells that are not empty.
template <typename Function>
double sum_over_cells(const ContingencyTable& table, const Function& f) {
  double sum = 0;
  for (Eigen::Index column = 0; column < table.dense.cols(); ++column) {
    for (Eigen::Index row = 0; row < table.dense.rows(); ++row) {
      if (table.dense(row, column) > 0) {
        sum += f(table.dense(row, column), table.row_totals(row), table.column_totals(column));
      }
    }
  }
  for (const auto& cell : table.sparse) {
    sum += f(cell.count, table.row_totals(cell.row), table.column_totals(cell.column));
  }
  return sum;
}

}  // namespace

ContingencyTable contingency_table(const CodedColumn& a, const CodedColumn& b,
                                   const Progress& progress) {
  ContingencyTable table;
  table.total = static_cast<double>(a.codes.size());
  if (is_small(std::uint64_t{a.distinct} * b.distinct, a.codes.size())) {
    const std::vector<std::uint32_t> counts = count_densely(a, b, progress);
    using Counts = Eigen::Matrix<std::uint32_t, Eigen::Dynamic, Eigen::Dynamic>;
    table.dense = Eigen::Map<const Counts>(counts.data(), a.distinct, b.distinct).cast<double>();
    table.row_totals = table.dense.rowwise().sum();
    table.column_totals = table.dense.colwise().sum().transpose();
    return table;
  }
  table.sparse = count_sparsely(a, b, progress);
  table.row_totals = Eigen::VectorXd::Zero(a.distinct);
  table.column_totals = Eigen::VectorXd::Zero(b.distinct);
  for (const auto& cell : table.sparse) {
    table.row_totals(cell.row) += cell.count;
    table.column_totals(cell.column) += cell.count;
  }
  return table;
}

double phi2(const ContingencyTable& table) {
  const auto smaller = std::min(table.row_totals.size(), table.column_totals.size());
  if (smaller < 2) return 0;
  // The definition's sum of (f_ij - f_i f_j)^2 / (f_i f_j) over all cells equals the sum of f_ij^2
  // / (f_i f_j) over the nonempty cells, minus 1.
  const double sum = sum_over_cells(table, [](double count, double row, double column) {
    return count / row * (count / column);
  });
  return std::clamp((sum - 1) / static_cast<double>(smaller - 1), 0.0, 1.0);
}

double mutual_information(const ContingencyTable& table) {
  const double sum = sum_over_cells(table, [&](double count, double row, double column) {
    return count / table.total * std::log(count * table.total / (row * column));
  });
  return std::max(sum, 0.0);
}

}  // namespace microdata
