#include "core/risk/source_persons.hpp"

#include <algorithm>

#include "core/base/grouped.hpp"

namespace microdata {

namespace {

// Returns true if some choice of `rows` of the person's rows has each of these values and no other;
// every value is shown once. Each value must be in some row, and the values must not outnumber the
// chosen rows. At least `rows` rows must have one of the values.
bool may_be_chosen(std::span<const std::uint32_t> values, std::span<const std::uint32_t> of_rows,
                   std::size_t rows) {
  std::size_t with_one = 0;
  auto row = of_rows.begin();
  for (const std::uint32_t value : values) {
    row = std::lower_bound(row, of_rows.end(), value);
    const auto after = std::upper_bound(row, of_rows.end(), value);
    if (row == after) return false;
    with_one += static_cast<std::size_t>(after - row);
    row = after;
  }
  return rows == 0 || (values.size() <= rows && rows <= with_one);
}

}  // namespace

SourcePersons::SourcePersons(const SubjectView& view, const PublishedSets& sets,
                             const SlicedView::Values& values, Elements kind,
                             const Progress& progress)
    : kind_(kind),
      of_sets_(
          group_elements(sets.set_of, sets.sets(), values.published, values.distinct, progress)),
      of_persons_(group_elements(view.person_of_tuple,
                                 static_cast<std::uint32_t>(view.persons.tuples), values.tuples,
                                 values.distinct, progress)),
      rows_of_(view.persons.tuples) {
  for (const std::uint32_t person : view.person_of_tuple)
    ++rows_of_[person];
  if (kind == Elements::values) of_sets_ = once_each(of_sets_, progress);
}

bool SourcePersons::fits(std::uint32_t set, std::uint32_t person, std::size_t rows) const {
  const auto shown = of_sets_[set];
  const auto has = of_persons_[person];
  if (rows > rows_of_[person] || shown.size() > has.size()) return false;
  if (kind_ == Elements::values) return may_be_chosen(shown, has, rows);
  // All rows are published, so the set must have all of them.
  if (rows == rows_of_[person] && shown.size() != has.size()) return false;
  return std::includes(has.begin(), has.end(), shown.begin(), shown.end());
}

std::vector<std::size_t> published_rows_by_bucket(const SubjectView& view) {
  return view.has_rows ? largest_sets(view.rows, view.buckets())
                       : std::vector<std::size_t>(view.buckets());
}

}  // namespace microdata
