#include "core/correlation/sampled_information.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/correlation/contingency.hpp"

namespace microdata {

namespace {

struct SampledColumn {
  std::vector<Code> codes;
  Code distinct = 0;
  std::vector<double> totals;
};

// Returns the sampled rows in ascending order; an empty result means all rows.
std::vector<Row> sample_rows(Row rows, std::size_t most_rows, Random& random) {
  std::vector<Row> sample;
  if (rows <= most_rows) return sample;
  sample.resize(most_rows);
  for (Row& row : sample)
    row = random.below(rows);
  std::sort(sample.begin(), sample.end());
  return sample;
}

SampledColumn sample_column(const Microdata& data, std::size_t attribute,
                            const DiscretizationOptions& options, const std::vector<Row>& sample,
                            const Progress& progress) {
  const std::vector<Code>& codes = data.columns[attribute];
  std::vector<std::uint32_t> counts(data.attributes[attribute].distinct);
  progress.in_blocks(codes.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      ++counts[codes[row]];
  });
  const Intervals intervals = discretize(data.attributes[attribute], counts, options, progress);
  SampledColumn column;
  column.distinct = intervals.distinct;
  column.codes.resize(sample.empty() ? codes.size() : sample.size());
  column.totals.resize(intervals.distinct);
  progress.in_blocks(column.codes.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      column.codes[i] = intervals.of_code[codes[sample.empty() ? i : sample[i]]];
  });
  for (const Code code : column.codes)
    ++column.totals[code];
  return column;
}

// Mean and mean square of log(p(x, y) / (p(x) p(y))) over the rows.
class Information {
 public:
  explicit Information(double rows) : rows_(rows) {}

  void add(double count, double row_total, double column_total) {
    if (count == 0) return;
    const double log_ratio = std::log(count * rows_ / (row_total * column_total));
    sum_ += count / rows_ * log_ratio;
    squares_ += count / rows_ * log_ratio * log_ratio;
  }

  double value() const { return std::max(sum_, 0.0); }
  double standard_error() const { return std::sqrt(std::max(squares_ - sum_ * sum_, 0.0) / rows_); }

 private:
  double rows_;
  double sum_ = 0;
  double squares_ = 0;
};

// Largest number of cells of a pair that is counted in an array. Larger pairs are sorted.
constexpr std::size_t most_cells = std::size_t{1} << 14U;
// Numbers of rows and of columns that are counted against one column at a time. Such a block stays
// in the nearest cache.
constexpr std::size_t rows_per_block = 2048;
constexpr std::size_t columns_per_block = 8;

// One column and a range [begin, end) of columns to count it against.
struct Block {
  std::size_t column;
  std::size_t begin;
  std::size_t end;
};

std::vector<Block> upper_triangle(std::size_t columns) {
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < columns; ++i) {
    for (std::size_t j = i; j < columns; j += columns_per_block)
      blocks.push_back({i, j, std::min(columns, j + columns_per_block)});
  }
  return blocks;
}

class BlockedCount {
 public:
  BlockedCount(const std::vector<SampledColumn>& columns, std::size_t source_rows, bool sampled,
               Eigen::MatrixXd& matrix)
      : columns_(columns),
        rows_(columns.front().codes.size()),
        source_rows_(static_cast<double>(source_rows)),
        sampled_(sampled),
        matrix_(matrix) {}

  // Fills the block's part of the matrix and returns its largest error.
  double fill(const Block& block, const Progress& progress) const {
    const SampledColumn& a = columns_[block.column];
    std::vector<std::vector<std::uint32_t>> counts(block.end - block.begin);
    for (std::size_t j = block.begin; j < block.end; ++j) {
      const std::size_t cells = std::size_t{a.distinct} * columns_[j].distinct;
      if (cells <= most_cells) counts[j - block.begin].resize(cells);
    }
    for (std::size_t begin = 0; begin < rows_; begin += rows_per_block) {
      progress.checkpoint();
      const std::size_t end = std::min(rows_, begin + rows_per_block);
      for (std::size_t j = block.begin; j < block.end; ++j) {
        if (!counts[j - block.begin].empty()) {
          count(a, columns_[j], begin, end, counts[j - block.begin]);
        }
      }
    }
    double error = 0;
    for (std::size_t j = block.begin; j < block.end; ++j) {
      const Information information = counts[j - block.begin].empty()
                                          ? of_sorted(a, columns_[j], progress)
                                          : of_counts(a, columns_[j], counts[j - block.begin]);
      const auto x = static_cast<Eigen::Index>(block.column);
      const auto y = static_cast<Eigen::Index>(j);
      matrix_(x, y) = information.value();
      matrix_(y, x) = information.value();
      if (sampled_) error = std::max(error, error_of(information, a, columns_[j]));
    }
    return error;
  }

 private:
  static void count(const SampledColumn& a, const SampledColumn& b, std::size_t begin,
                    std::size_t end, std::vector<std::uint32_t>& counts) {
    const Code* const x = a.codes.data();
    const Code* const y = b.codes.data();
    std::uint32_t* const cell = counts.data();
    const std::size_t width = b.distinct;
    for (std::size_t row = begin; row < end; ++row)
      ++cell[x[row] * width + y[row]];
  }

  Information of_counts(const SampledColumn& a, const SampledColumn& b,
                        const std::vector<std::uint32_t>& counts) const {
    Information information(static_cast<double>(rows_));
    for (std::size_t x = 0; x < a.distinct; ++x) {
      for (std::size_t y = 0; y < b.distinct; ++y)
        information.add(counts[x * b.distinct + y], a.totals[x], b.totals[y]);
    }
    return information;
  }

  Information of_sorted(const SampledColumn& a, const SampledColumn& b,
                        const Progress& progress) const {
    Information information(static_cast<double>(rows_));
    const ContingencyTable table =
        contingency_table({a.codes, a.distinct}, {b.codes, b.distinct}, progress);
    for (Eigen::Index y = 0; y < table.dense.cols(); ++y) {
      for (Eigen::Index x = 0; x < table.dense.rows(); ++x)
        information.add(table.dense(x, y), table.row_totals(x), table.column_totals(y));
    }
    for (const ContingencyTable::Cell& cell : table.sparse)
      information.add(cell.count, table.row_totals(cell.row), table.column_totals(cell.column));
    return information;
  }

  double error_of(const Information& information, const SampledColumn& a,
                  const SampledColumn& b) const {
    const auto bias = [&](double values) {
      return std::log1p((values - 1) / static_cast<double>(rows_));
    };
    const double pairs = std::min(static_cast<double>(a.distinct) * b.distinct, source_rows_);
    // Entropies are underestimated. The errors of the pair's entropy and of the two single
    // entropies have opposite signs, so the larger one is the bound.
    return 4 * information.standard_error() +
           std::max(bias(pairs), bias(a.distinct) + bias(b.distinct));
  }

  const std::vector<SampledColumn>& columns_;
  std::size_t rows_;
  double source_rows_;
  bool sampled_;
  Eigen::MatrixXd& matrix_;
};

}  // namespace

InformationMatrix sampled_information(const Microdata& data, const AttributeSet& attributes,
                                      const DiscretizationOptions& discretization,
                                      std::size_t most_rows, Threads threads, Random& random,
                                      const Progress& progress) {
  const auto size = static_cast<Eigen::Index>(attributes.size());
  InformationMatrix result{Eigen::MatrixXd::Zero(size, size), 0};
  if (attributes.empty() || data.rows == 0) return result;
  const std::vector<Row> sample = sample_rows(data.rows, most_rows, random);
  std::vector<SampledColumn> columns(attributes.size());
  std::vector<std::size_t> places(attributes.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  WorkList<std::size_t>::run(
      threads, places, progress, [&](std::size_t& i, auto& /*list*/, const Progress& poll) {
        columns[i] = sample_column(data, attributes[i], discretization, sample, poll);
      });
  const BlockedCount counting(columns, data.rows, !sample.empty(), result.matrix);
  const std::vector<Block> blocks = upper_triangle(columns.size());
  std::vector<double> errors(blocks.size());
  places.resize(blocks.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  WorkList<std::size_t>::run(threads, std::move(places), progress,
                             [&](std::size_t& i, auto& /*list*/, const Progress& poll) {
                               errors[i] = counting.fill(blocks[i], poll);
                             });
  result.error = *std::max_element(errors.begin(), errors.end());
  return result;
}

}  // namespace microdata
