#include "core/utility/group_sums.hpp"

#include <algorithm>
#include <cmath>

namespace microdata {

namespace {

// Standard error of a model's move away from mixing, as a share of the move, because no model of
// the levels is the true one. Measured on Adult and German credit (docs/experiments/figures.md).
constexpr double model_error = 1;

// Share of a count that a pair of columns without a model might move. Measured on Adult
// (docs/experiments/figures.md).
constexpr double error_of_pair = 0.1;

// Correction of a mean's variance (excess_of_mean()). Small tables whose linkings can be enumerated
// (test/property/group_moments_property.cpp) need no larger one.
constexpr double further_rows = 10;
constexpr double fewest_rows = 3;

// Moves the centre of the centered sum to another mean.
void center_at(double mean, MeasureSums& sums) {
  const double further = sums.mean() - mean;
  if (further == 0) return;
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
  sums.squares += others.squares;
  sums.mixed_sum += others.mixed_sum;
  sums.mixed_known += others.mixed_known;
  for (std::size_t h = 0; h < 2; ++h) {
    sums.half_sum[h] += others.half_sum[h];
    sums.half_known[h] += others.half_known[h];
  }
  sums.variance += others.variance;
  sums.of_centered += others.of_centered;
  sums.of_known += others.of_known;
  sums.of_both += others.of_both;
  sums.together = std::max(sums.together, others.together);
}

double between(double mixed, double modelled, double share) {
  return mixed + share * (modelled - mixed);
}

// Returns the figure with its standard error; each pair adds the square of a share of a quantity,
// `squared` being the quantity's square.
Figure figure(double estimate, double variance, double moved, double pairs, double squared) {
  return {estimate, std::sqrt(std::max(0.0, variance) + std::pow(model_error * moved, 2) +
                              pairs * std::pow(error_of_pair, 2) * squared)};
}

// Returns the figure of a sum. Rows that a pair moves are taken to have numbers as large as others,
// of either sign.
std::optional<Figure> figure_of_sum(const MeasureSums& sums, double share, double pairs) {
  if (!(sums.known > 0)) return std::nullopt;
  const bool has_mixed = sums.mixed_known > 0;
  const double sum = has_mixed ? between(sums.mixed_sum, sums.sum, share) : sums.sum;
  return figure(sum, sums.variance, has_mixed ? sums.sum - sums.mixed_sum : 0, pairs,
                std::max(sum * sum, sums.known * sums.squares));
}

// Returns the figure of a mean. Rows that a pair moves into or out of a group are taken to have
// numbers about as far from the mean as others.
std::optional<Figure> figure_of_mean(const MeasureSums& sums, double share, double pairs) {
  if (!(sums.known > 0)) return std::nullopt;
  const double variance = (is_open(sums) ? excess_of_mean(sums.known, sums.together) : 1) *
                          sums.of_centered / (sums.known * sums.known);
  if (!(sums.mixed_known > 0)) return figure(sums.mean(), variance, 0, pairs, sums.spread());
  const double mean =
      between(sums.mixed_sum, sums.sum, share) / between(sums.mixed_known, sums.known, share);
  return figure(mean, variance, sums.mean() - sums.mixed_sum / sums.mixed_known, pairs,
                sums.spread());
}

}  // namespace

bool is_open(const MeasureSums& sums) {
  return sums.of_known > 1e-9 * sums.known;
}

double excess_of_mean(double rows, double together) {
  return 1 + further_rows * together / std::max(rows, fewest_rows);
}

void add_to_range(MeasureSums& sums, double number) {
  const bool is_first = sums.lowest > sums.highest;
  sums.lowest = is_first ? number : std::min(sums.lowest, number);
  sums.highest = is_first ? number : std::max(sums.highest, number);
}

void add(GroupSums& sums, const GroupSums& others) {
  sums.rows += others.rows;
  sums.mixed_rows += others.mixed_rows;
  for (std::size_t h = 0; h < 2; ++h)
    sums.half_rows[h] += others.half_rows[h];
  sums.variance += others.variance;
  sums.unmodelled_pairs = std::max(sums.unmodelled_pairs, others.unmodelled_pairs);
  if (sums.persons && others.persons) {
    sums.persons->estimate += others.persons->estimate;
    sums.persons->standard_error =
        std::hypot(sums.persons->standard_error, others.persons->standard_error);
  }
  for (std::size_t m = 0; m < sums.measures.size(); ++m)
    add(sums.measures[m], others.measures[m]);
}

void Agreement::add(double mixed, double modelled, const std::array<double, 2>& by_half) {
  const double further = modelled - mixed;
  moved += further * further;
  for (std::size_t h = 0; h < halves.size(); ++h)
    halves[h] += further * (by_half[h] - mixed);
}

double Agreement::share() const {
  if (!(moved > 0)) return 1;
  return std::clamp(2 * std::min(halves[0], halves[1]) / moved, 0.0, 1.0);
}

void Agreements::add(const GroupSums& sums) {
  rows.add(sums.mixed_rows, sums.rows, sums.half_rows);
  measures.resize(sums.measures.size());
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const MeasureSums& measure = sums.measures[m];
    measures[m].add(measure.mixed_sum, measure.sum, measure.half_sum);
  }
}

GroupFigures figures_of(const GroupSums& sums, const Agreements& agreements) {
  const double rows = between(sums.mixed_rows, sums.rows, agreements.rows.share());
  GroupFigures figures{
      sums.group,
      figure(rows, sums.variance, sums.rows - sums.mixed_rows, sums.unmodelled_pairs, rows * rows),
      {},
      {},
      {},
      {},
      {}};
  for (std::size_t m = 0; m < sums.measures.size(); ++m) {
    const MeasureSums& measure = sums.measures[m];
    const double share = agreements.measures[m].share();
    figures.sum.push_back(figure_of_sum(measure, share, sums.unmodelled_pairs));
    figures.avg.push_back(figure_of_mean(measure, share, sums.unmodelled_pairs));
    figures.known.push_back(between(measure.mixed_known, measure.known, share));
    const bool has_range = measure.lowest <= measure.highest;
    figures.lowest.push_back(has_range ? std::optional(measure.lowest) : std::nullopt);
    figures.highest.push_back(has_range ? std::optional(measure.highest) : std::nullopt);
  }
  return figures;
}

}  // namespace microdata
