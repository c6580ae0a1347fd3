#include "core/correlation/separating_attribute.hpp"

#include <algorithm>

#include "core/correlation/told_information.hpp"
#include "core/microdata/selection.hpp"
#include "core/microdata/table_counts.hpp"

namespace microdata {

namespace {

constexpr Row most_rows = 5'000;

Row unique_rows(const Microdata& data, std::size_t attribute, const Progress& progress) {
  const std::vector<std::uint64_t> rows =
      table_counts(data.attributes[attribute], data.columns[attribute], progress);
  return static_cast<Row>(std::count(rows.begin(), rows.end(), 1U));
}

// Returns rows at equal distances, at most `most_rows` of them.
Microdata sample_of(const Microdata& data, const Progress& progress) {
  std::vector<Row> rows;
  const Row step = (data.rows - 1) / most_rows + 1;
  for (Row row = 0; row < data.rows; row += step)
    rows.push_back(row);
  return selected(data, rows, progress);
}

}  // namespace

std::vector<SeparatingAttribute> separating_attributes(const Microdata& data,
                                                       const AttributeSet& suspected,
                                                       const Progress& progress) {
  constexpr double many = 1. / 4;
  constexpr double little = 1. / 25;
  if (data.rows < fewest_separated) return {};
  std::vector<double> share;
  for (std::size_t a = 0; a < data.attributes.size(); ++a)
    share.push_back(static_cast<double>(unique_rows(data, a, progress)) / data.rows);
  const auto is_apart = [&](std::size_t a) { return share[a] >= many; };
  std::vector<SeparatingAttribute> candidates;
  for (const std::size_t a : suspected) {
    if (data.attributes[a].numeric() && is_apart(a)) candidates.push_back({a, share[a]});
  }
  if (candidates.empty()) return {};
  const Microdata sample = sample_of(data, progress);
  std::vector<GroupedAttribute> others;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    if (is_apart(a)) continue;
    GroupedAttribute other = grouped_attribute(sample, a, progress);
    // An attribute with one value has nothing to disclose. If it has about as many values as rows,
    // chance alone discloses them.
    if (other.distinct > 1 && other.distinct <= sample.rows / 10)
      others.push_back(std::move(other));
  }
  if (others.empty()) return {};
  std::erase_if(candidates, [&](const SeparatingAttribute& candidate) {
    const GroupedAttribute of = grouped_attribute(sample, candidate.attribute, progress);
    return std::any_of(others.begin(), others.end(), [&](const GroupedAttribute& other) {
      return told_information(of, other, 3, progress) > little * entropy(other);
    });
  });
  return candidates;
}

}  // namespace microdata
