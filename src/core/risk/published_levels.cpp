#include "core/risk/published_levels.hpp"

#include <algorithm>

namespace microdata {

namespace {

std::vector<std::uint32_t> rows_of_persons(const SubjectView& view) {
  std::vector<std::uint32_t> result(view.persons.tuples);
  for (const std::uint32_t person : view.person_of_tuple)
    ++result[person];
  return result;
}

}  // namespace

PublishedLevels::PublishedLevels(const SubjectView& view)
    : shown_(view.has_rows),
      rows_in_(largest_sets(view.has_rows ? view.rows : view.values, view.buckets())),
      rows_of_(rows_of_persons(view)) {
  const auto [fewest, most] = std::minmax_element(rows_of_.begin(), rows_of_.end());
  known_ = shown_ || rows_of_.empty() || *fewest == *most;
  level_of_.resize(rows_of_.empty() ? 1 : *most + std::size_t{1});
  for (const std::size_t rows : rows_in_)
    if (rows < level_of_.size()) level_of_[rows] = rows;
  for (std::size_t rows = 1; rows < level_of_.size(); ++rows)
    level_of_[rows] = std::max(level_of_[rows], level_of_[rows - 1]);
}

}  // namespace microdata
