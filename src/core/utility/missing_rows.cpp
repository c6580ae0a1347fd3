#include "core/utility/missing_rows.hpp"

#include <algorithm>
#include <cmath>

namespace microdata {

namespace {

// Jeffreys' estimate of the share of rows that count: never 0 or 1.
double share_of(double rows, const MissingRows& missing) {
  return (std::clamp(rows, 0.0, missing.published) + 0.5) / (missing.published + 1);
}

// A total T = x + u of published and other rows is estimated as x N / n. With a variance v of a
// row's contribution, u has the variance M v, and what n rows say of it M^2 v / n.
Figure scaled(const PublishedFigure& total, double of_row, const MissingRows& missing) {
  const double factor = missing.all() / missing.published;
  const double of_linking = total.standard_error ? *total.standard_error * *total.standard_error
                                                 : missing.clustering * missing.published * of_row;
  const double of_missing =
      missing.clustering * missing.left_out * of_row * (1 + missing.left_out / missing.published);
  return {factor * total.estimate, std::sqrt(factor * factor * of_linking + of_missing)};
}

// The variance of a group's numbers; few of them borrow from all groups, as one more row.
double variance_of(const GroupNumbers& numbers) {
  if (!(numbers.rows > 0)) return numbers.variance_of_all;
  const double mean = numbers.sum / numbers.rows;
  const double centered = std::max(0.0, numbers.squares - numbers.rows * mean * mean);
  return (centered + numbers.variance_of_all) / (numbers.rows + 1);
}

}  // namespace

Figure count_of_table(const PublishedFigure& count, const MissingRows& missing) {
  const double share = share_of(count.estimate, missing);
  return scaled(count, share * (1 - share), missing);
}

Figure sum_of_table(const PublishedFigure& sum, const GroupNumbers& numbers,
                    const MissingRows& missing) {
  const double share = share_of(numbers.rows, missing);
  const double mean = numbers.rows > 0 ? numbers.sum / numbers.rows : 0;
  return scaled(sum, share * variance_of(numbers) + share * (1 - share) * mean * mean, missing);
}

Figure mean_of_table(const PublishedFigure& mean, const GroupNumbers& numbers,
                     const MissingRows& missing) {
  const double of_one = missing.clustering * variance_of(numbers) / std::max(numbers.rows, 1.0);
  const double of_linking =
      mean.standard_error ? *mean.standard_error * *mean.standard_error : of_one;
  // The share of the rows that is missing differs from the published mean by both errors.
  const double share = missing.left_out / missing.all();
  return {mean.estimate, std::sqrt(of_linking + share * of_one)};
}

}  // namespace microdata
