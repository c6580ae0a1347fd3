#include "core/correlation/separating_attribute.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/correlation/contingency.hpp"
#include "core/correlation/discretization.hpp"
#include "core/microdata/selection.hpp"

namespace microdata {

namespace {

constexpr Row most_rows = 5'000;

std::vector<std::uint32_t> rows_of_values(const Microdata& data, std::size_t attribute,
                                          const Progress& progress) {
  std::vector<std::uint32_t> rows(data.attributes[attribute].distinct);
  for (std::size_t row = 0; row < data.rows; ++row) {
    progress.checkpoint_at(row);
    ++rows[data.columns[attribute][row]];
  }
  return rows;
}

Row unique_rows(const Microdata& data, std::size_t attribute, const Progress& progress) {
  const std::vector<std::uint32_t> rows = rows_of_values(data, attribute, progress);
  return static_cast<Row>(std::count(rows.begin(), rows.end(), 1U));
}

bool separates(const Microdata& data, Row unique) {
  return unique >= data.rows / 4;
}

// Every so manieth row.
Microdata sample_of(const Microdata& data, const Progress& progress) {
  std::vector<Row> rows;
  const Row step = (data.rows - 1) / most_rows + 1;
  for (Row row = 0; row < data.rows; row += step)
    rows.push_back(row);
  return selected(data, rows, progress);
}

// An attribute as its correlations see it, the values that occur numbered densely.
struct Interval {
  std::vector<Code> codes;
  Code distinct = 0;

  CodedColumn column() const { return {codes, distinct}; }
};

Interval intervals_of(const Microdata& data, std::size_t attribute, const Progress& progress) {
  const Intervals cut = discretize(data.attributes[attribute],
                                   rows_of_values(data, attribute, progress), {}, progress);
  Interval result;
  std::vector<Code> numbers(cut.distinct, cut.distinct);
  for (const Code code : data.columns[attribute]) {
    Code& number = numbers[cut.of_code[code]];
    if (number == cut.distinct) number = result.distinct++;
    result.codes.push_back(number);
  }
  return result;
}

double entropy(const ContingencyTable& table) {
  double sum = 0;
  for (const double count : table.column_totals) {
    const double share = count / table.total;
    sum -= share * std::log(share);
  }
  return sum;
}

// The part of the second attribute's entropy that the first tells, less what independent attributes
// of so many values tell of a sample: the mean of their G statistic and three of its standard
// deviations, by twice the rows.
double told(const Interval& of, const Interval& other, const Progress& progress) {
  const ContingencyTable table = contingency_table(of.column(), other.column(), progress);
  const double degrees =
      static_cast<double>(of.distinct - 1) * static_cast<double>(other.distinct - 1);
  const double by_chance = (degrees + 3 * std::sqrt(2 * degrees)) / (2 * table.total);
  return (mutual_information(table) - by_chance) / entropy(table);
}

}  // namespace

std::vector<SeparatingAttribute> separating_attributes(const Microdata& data,
                                                       const AttributeSet& suspected,
                                                       const Progress& progress) {
  constexpr double little = 1. / 30;
  if (data.rows < fewest_separated) return {};
  std::vector<SeparatingAttribute> candidates;
  for (const std::size_t a : suspected) {
    if (!data.attributes[a].numeric()) continue;
    const Row unique = unique_rows(data, a, progress);
    if (separates(data, unique)) candidates.push_back({a, unique});
  }
  if (candidates.empty()) return {};
  const Microdata sample = sample_of(data, progress);
  std::vector<Interval> others;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    if (separates(data, unique_rows(data, a, progress))) continue;
    Interval other = intervals_of(sample, a, progress);
    // Nothing tells an attribute with one value, and chance tells one with as many as rows.
    if (other.distinct > 1 && other.distinct <= sample.rows / 10)
      others.push_back(std::move(other));
  }
  if (others.empty()) return {};
  std::erase_if(candidates, [&](const SeparatingAttribute& candidate) {
    const Interval of = intervals_of(sample, candidate.attribute, progress);
    return std::any_of(others.begin(), others.end(),
                       [&](const Interval& other) { return told(of, other, progress) > little; });
  });
  return candidates;
}

}  // namespace microdata
