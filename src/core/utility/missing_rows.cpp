#include "core/utility/missing_rows.hpp"

#include <algorithm>
#include <cmath>

namespace microdata {

namespace {

double share_of(double rows, const MissingRows& missing) {
  return std::clamp(rows, 0.0, missing.published) / missing.published;
}

// Returns the error of a published figure, or that of independent draws, `of_rows` being the
// variance if rows are persons. Jeffreys' estimate of shares keeps `of_rows` above 0 for few rows.
double error_of(const PublishedFigure& figure, double of_rows, const MissingRows& missing) {
  return figure.standard_error.value_or(std::sqrt(missing.clustering * of_rows));
}

double jeffreys_share(double rows, const MissingRows& missing) {
  return (share_of(rows, missing) * missing.published + 0.5) / (missing.published + 1);
}

// Returns an estimate of a total T = x + u of published and missing rows. The estimate is x N / n =
// x + x M / n. The part u of the missing rows is between `least` and `most`.
Figure scaled(double total, double error, double least, double most, const MissingRows& missing) {
  const double of_missing = total * missing.left_out / missing.published;
  return {total + of_missing, error + std::max(of_missing - least, most - of_missing)};
}

// Returns the variance of a group's numbers. The variance of all groups counts as one more row,
// which helps groups with few rows.
double variance_of(const GroupNumbers& numbers) {
  if (!(numbers.rows > 0)) return numbers.variance_of_all;
  const double mean = numbers.sum / numbers.rows;
  const double centered = std::max(0.0, numbers.squares - numbers.rows * mean * mean);
  return (centered + numbers.variance_of_all) / (numbers.rows + 1);
}

}  // namespace

Figure count_of_table(const PublishedFigure& count, const MissingRows& missing) {
  const double share = jeffreys_share(count.estimate, missing);
  const double error = error_of(count, missing.published * share * (1 - share), missing);
  return scaled(count.estimate, error, 0, missing.left_out, missing);
}

Figure persons_of_table(const PublishedFigure& persons, const MissingRows& missing,
                        const LeftOutRows& left_out) {
  const double others = missing.published * (1 - share_of(persons.estimate, missing));
  const double more =
      others * (1 - std::pow(others / missing.published, std::max(0.0, left_out.factor - 1)));
  Figure result = count_of_table({persons.estimate + more, persons.standard_error}, missing);
  result.standard_error += std::max(more, std::min(left_out.most, others) - more);
  return result;
}

Figure sum_of_table(const PublishedFigure& sum, const GroupNumbers& numbers,
                    const MissingRows& missing) {
  const double share = jeffreys_share(numbers.rows, missing);
  const double mean = numbers.rows > 0 ? numbers.sum / numbers.rows : 0;
  const double of_row = share * variance_of(numbers) + share * (1 - share) * mean * mean;
  return scaled(sum.estimate, error_of(sum, missing.published * of_row, missing),
                missing.left_out * std::min(numbers.lowest, 0.0),
                missing.left_out * std::max(numbers.highest, 0.0), missing);
}

Figure mean_of_table(const PublishedFigure& mean, const GroupNumbers& numbers,
                     const MissingRows& missing) {
  const double error = error_of(mean, variance_of(numbers) / std::max(numbers.rows, 1.0), missing);
  // If fewer rows are published than estimated, the missing rows have more influence.
  const double of_rows = numbers.rows * (1 - share_of(numbers.rows, missing));
  const double rows = std::max(0.0, numbers.rows - std::sqrt(missing.clustering * of_rows));
  const double farthest = std::max(numbers.highest - mean.estimate, mean.estimate - numbers.lowest);
  return {mean.estimate,
          error + std::max(0.0, farthest) * missing.left_out / (rows + missing.left_out)};
}

}  // namespace microdata
