#include "core/correlation/correlation.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/correlation/contingency.hpp"

namespace microdata {

namespace {

std::vector<std::uint32_t> count_codes(const Microdata& data, std::size_t attribute,
                                       const Progress& progress) {
  std::vector<std::uint32_t> counts(data.attributes[attribute].distinct);
  const std::vector<Code>& codes = data.columns[attribute];
  for (std::size_t row = 0; row < codes.size(); ++row) {
    progress.checkpoint_at(row);
    ++counts[codes[row]];
  }
  return counts;
}

// An attribute in its discretized form. `own` holds the codes if they differ from the table's.
struct DiscretizedColumn {
  std::vector<Code> own;
  CodedColumn column;
};

DiscretizedColumn discretized_column(const Microdata& data, std::size_t attribute,
                                     const DiscretizationOptions& options,
                                     const Progress& progress) {
  const Attribute& a = data.attributes[attribute];
  const std::vector<Code>& codes = data.columns[attribute];
  const Intervals intervals =
      discretize(a, count_codes(data, attribute, progress), options, progress);
  if (intervals.distinct == a.distinct) return {{}, {codes, a.distinct}};
  DiscretizedColumn result;
  result.own.resize(codes.size());
  for (std::size_t row = 0; row < codes.size(); ++row) {
    progress.checkpoint_at(row);
    result.own[row] = intervals.of_code[codes[row]];
  }
  result.column = {result.own, intervals.distinct};
  return result;
}

double pearson(const Microdata& data, std::size_t a, std::size_t b, const Progress& progress) {
  const std::vector<double>& x_of = data.attributes[a].projection;
  const std::vector<double>& y_of = data.attributes[b].projection;
  if (x_of.empty() || y_of.empty()) return std::numeric_limits<double>::quiet_NaN();
  // One pass with running means (Welford) keeps the digits of large numbers that differ little.
  double n = 0;
  double mean_x = 0;
  double mean_y = 0;
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (Row row = 0; row < data.rows; ++row) {
    progress.checkpoint_at(row);
    const double x = x_of[data.columns[a][row]];
    const double y = y_of[data.columns[b][row]];
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    n += 1;
    const double dx = x - mean_x;
    const double dy = y - mean_y;
    mean_x += dx / n;
    mean_y += dy / n;
    xx += dx * (x - mean_x);
    yy += dy * (y - mean_y);
    xy += dx * (y - mean_y);
  }
  // A constant attribute has no correlation with any other.
  return xx > 0 && yy > 0 ? xy / (std::sqrt(xx) * std::sqrt(yy)) : 0;
}

}  // namespace

Eigen::MatrixXd correlation_matrix(const Microdata& data, const AttributeSet& attributes,
                                   CorrelationMeasure measure,
                                   const DiscretizationOptions& discretization, Threads threads,
                                   const Progress& progress) {
  const auto size = static_cast<Eigen::Index>(attributes.size());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);

  std::vector<DiscretizedColumn> columns(
      measure == CorrelationMeasure::pearson ? 0 : attributes.size());
  std::vector<std::size_t> to_discretize;
  for (std::size_t i = 0; i < columns.size(); ++i)
    to_discretize.push_back(i);
  WorkList<std::size_t>::run(
      threads, to_discretize, progress, [&](std::size_t& i, auto& /*list*/, const Progress& poll) {
        columns[i] = discretized_column(data, attributes[i], discretization, poll);
        if (!columns[i].own.empty()) columns[i].column.codes = columns[i].own;
      });

  using Pair = std::pair<Eigen::Index, Eigen::Index>;
  std::vector<Pair> pairs;
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = i; j < size; ++j)
      pairs.emplace_back(i, j);
  }
  progress.expect(pairs.size(), "pairs");
  WorkList<Pair>::run(
      threads, std::move(pairs), progress, [&](Pair& pair, auto& /*list*/, const Progress& poll) {
        const auto [i, j] = pair;
        double value = 0;
        if (measure == CorrelationMeasure::pearson) {
          value = pearson(data, attributes[static_cast<std::size_t>(i)],
                          attributes[static_cast<std::size_t>(j)], poll);
        } else {
          const ContingencyTable table =
              contingency_table(columns[static_cast<std::size_t>(i)].column,
                                columns[static_cast<std::size_t>(j)].column, poll);
          value = measure == CorrelationMeasure::phi2 ? phi2(table) : mutual_information(table);
        }
        matrix(i, j) = value;
        matrix(j, i) = value;
        poll.advance();
      });
  return matrix;
}

}  // namespace microdata
