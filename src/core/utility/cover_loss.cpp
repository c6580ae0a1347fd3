#include "core/utility/cover_loss.hpp"

#include <algorithm>
#include <cmath>

namespace microdata {

namespace {

// Returns the number of rows of the source with values below each code.
std::vector<double> rows_below(const PublishedCovers& attribute, const Progress& progress) {
  std::vector<double> below(attribute.values + std::size_t{1});
  for (std::size_t code = 0; code < attribute.rows_of_values.size(); ++code)
    below[code + 1] = static_cast<double>(attribute.rows_of_values[code]);
  const bool counted = !attribute.rows_of_values.empty();
  for (std::size_t row = 0; !counted && row < attribute.tuples.size(); ++row) {
    progress.checkpoint_at(row);
    ++below[attribute.tuples[row] + std::size_t{1}];
  }
  for (std::size_t code = 0; code < attribute.values; ++code)
    below[code + 1] += below[code];
  return below;
}

// Returns the mean information of a row's value, in nats.
double information(const std::vector<double>& below) {
  double sum = 0;
  for (std::size_t code = 1; code < below.size(); ++code) {
    const double rows = below[code] - below[code - 1];
    if (rows > 0) sum += rows * std::log(below.back() / rows);
  }
  return sum / below.back();
}

double rows_covered(const CodeSet& codes, const std::vector<double>& below) {
  double rows = 0;
  codes.for_each_run([&](Code from, Code to) { rows += below[to] - below[from]; });
  return rows;
}

// Returns the share of the domain's other values that each label covers, by label.
std::vector<double> shares_of_values(const PublishedCovers& attribute, const Progress& progress) {
  const double others = attribute.values - 1.0;
  std::vector<double> lost;
  for (const CodeSet& codes : attribute.of_label) {
    progress.checkpoint_at(lost.size());
    const auto covered = static_cast<double>(codes.size());
    lost.push_back(covered > 1 ? (covered - 1) / others : 0);
  }
  return lost;
}

std::vector<double> shares_of_entropy(const PublishedCovers& attribute, const Progress& progress) {
  const std::vector<double> below = rows_below(attribute, progress);
  const double whole = below.back() > 0 ? information(below) : 0;
  std::vector<double> lost;
  for (const CodeSet& codes : attribute.of_label) {
    progress.checkpoint_at(lost.size());
    const double kept = std::log(below.back() / std::max(rows_covered(codes, below), 1.0));
    lost.push_back(whole > 0 ? 1 - kept / whole : 0);
  }
  return lost;
}

}  // namespace

std::vector<LossOfRows> cover_losses(std::span<const PublishedCovers> attributes,
                                     LossMeasure measure, const Progress& progress) {
  std::vector<LossOfRows> losses;
  for (const PublishedCovers& attribute : attributes) {
    const std::vector<double> lost = measure == LossMeasure::values
                                         ? shares_of_values(attribute, progress)
                                         : shares_of_entropy(attribute, progress);
    LossOfRows& of_attribute =
        losses.emplace_back(LossOfRows{0, static_cast<double>(attribute.label_of_row.size())});
    for (std::size_t row = 0; row < attribute.label_of_row.size(); ++row) {
      progress.checkpoint_at(row);
      of_attribute.lost += lost[attribute.label_of_row[row]];
    }
  }
  return losses;
}

double mean_loss(std::span<const LossOfRows> attributes, std::size_t left_out) {
  const auto nothing_shown = static_cast<double>(left_out);
  double sum = 0;
  double cells = 0;
  for (const LossOfRows& attribute : attributes) {
    cells += attribute.rows + nothing_shown;
    sum += std::max(attribute.lost + nothing_shown, 0.0);
  }
  return cells > 0 ? sum / cells : 0;
}

double cover_loss(std::span<const PublishedCovers> attributes, LossMeasure measure,
                  std::size_t left_out, const Progress& progress) {
  return mean_loss(cover_losses(attributes, measure, progress), left_out);
}

}  // namespace microdata
