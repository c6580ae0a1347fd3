#include "core/utility/group_sums.hpp"

#include <algorithm>
#include <cmath>

namespace microdata {

namespace {

// Of what the model moves an estimate away from mixing, the standard error of that: no model of the
// levels is the true one. Measured on Adult and German credit (docs/experiments/figures.md).
constexpr double model_error = 1;

// How far a pair of columns that no model links may move a count, as a share of it. Measured on
// Adult (docs/experiments/figures.md).
constexpr double error_of_pair = 0.1;

// The variance of a mean by those of its sum and of its rows is of first order: it is too small
// where the number of rows with a number is open and few are to be expected. Of tables of which all
// linkings can be gone through (test/property/group_moments_property.cpp) none needs more than
// this.
constexpr double further_rows = 10;
constexpr double fewest_rows = 3;

// What the centered sum is about becomes another mean.
void center_at(double mean, MeasureSums& sums) {
  const double further = sums.mean() - mean;
  sums.of_centered += further * (2 * sums.of_both + further * sums.of_known);
  sums.of_both += further * sums.of_known;
}

void add(MeasureSums& sums, MeasureSums others) {
  if (others.lowest <= others.highest) {
    add_to_range(sums, others.lowest);
    add_to_range(sums, others.highest);
  }
  const double known = sums.known + others.known;
  const double mean = known > 0 ? (sums.sum + others.sum) / known : 0;
  center_at(mean, sums);
  center_at(mean, others);
  sums.sum += others.sum;
  sums.known = known;
  sums.mixed_sum += others.mixed_sum;
  sums.mixed_known += others.mixed_known;
  sums.variance += others.variance;
  sums.of_centered += others.of_centered;
  sums.of_known += others.of_known;
  sums.of_both += others.of_both;
}

Figure figure(double estimate, double variance, double moved, double pairs) {
  return {estimate, std::sqrt(std::max(0.0, variance) + std::pow(model_error * moved, 2) +
                              pairs * std::pow(error_of_pair * estimate, 2))};
}

std::optional<Figure> figure_of_sum(const MeasureSums& sums, double pairs) {
  if (!(sums.known > 0)) return std::nullopt;
  const double moved = sums.mixed_known > 0 ? sums.sum - sums.mixed_sum : 0;
  return figure(sums.sum, sums.variance, moved, pairs);
}

std::optional<Figure> figure_of_mean(const MeasureSums& sums) {
  if (!(sums.known > 0)) return std::nullopt;
  const double moved = sums.mixed_known > 0 ? sums.mean() - sums.mixed_sum / sums.mixed_known : 0;
  const bool is_open = sums.of_known > 1e-9 * sums.known;
  const double excess = is_open ? 1 + further_rows / std::max(sums.known, fewest_rows) : 1;
  return figure(sums.mean(), excess * sums.of_centered / (sums.known * sums.known), moved, 0);
}

}  // namespace

void add_to_range(MeasureSums& sums, double number) {
  const bool is_first = sums.lowest > sums.highest;
  sums.lowest = is_first ? number : std::min(sums.lowest, number);
  sums.highest = is_first ? number : std::max(sums.highest, number);
}

void add(GroupSums& sums, const GroupSums& others) {
  sums.rows += others.rows;
  sums.mixed_rows += others.mixed_rows;
  sums.variance += others.variance;
  sums.unmodelled_pairs = std::max(sums.unmodelled_pairs, others.unmodelled_pairs);
  for (std::size_t m = 0; m < sums.measures.size(); ++m)
    add(sums.measures[m], others.measures[m]);
}

GroupFigures figures_of(const GroupSums& sums) {
  GroupFigures figures{
      sums.group,
      figure(sums.rows, sums.variance, sums.rows - sums.mixed_rows, sums.unmodelled_pairs),
      {},
      {},
      {},
      {},
      {}};
  for (const MeasureSums& measure : sums.measures) {
    figures.sum.push_back(figure_of_sum(measure, sums.unmodelled_pairs));
    figures.avg.push_back(figure_of_mean(measure));
    figures.known.push_back(measure.known);
    const bool has_range = measure.lowest <= measure.highest;
    figures.lowest.push_back(has_range ? std::optional(measure.lowest) : std::nullopt);
    figures.highest.push_back(has_range ? std::optional(measure.highest) : std::nullopt);
  }
  return figures;
}

}  // namespace microdata
