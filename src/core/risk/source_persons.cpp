#include "core/risk/source_persons.hpp"

#include <algorithm>

namespace microdata {

SourcePersons::SourcePersons(const SubjectView& view, const PublishedSets& sets,
                             const SlicedView::Values& values, Elements kind,
                             const Progress& progress)
    : of_sets_(sets.set_of, sets.sets(), values.published, values.distinct, progress),
      of_persons_(view.person_of_tuple, static_cast<std::uint32_t>(view.persons.tuples),
                  values.tuples, values.distinct, progress),
      rows_of_(view.persons.tuples) {
  for (const std::uint32_t person : view.person_of_tuple)
    ++rows_of_[person];
  if (kind == Elements::values) {
    of_sets_ = of_sets_.once_each(progress);
    of_persons_ = of_persons_.once_each(progress);
  }
}

bool SourcePersons::fits(std::uint32_t set, std::uint32_t person, std::size_t rows) const {
  const auto shown = of_sets_.of(set);
  const auto has = of_persons_.of(person);
  if (rows > rows_of_[person] || shown.size() > has.size()) return false;
  // All rows are published, so that the set is all there is.
  if (rows == rows_of_[person] && shown.size() != has.size()) return false;
  return std::includes(has.begin(), has.end(), shown.begin(), shown.end());
}

std::vector<std::size_t> published_rows_by_bucket(const SubjectView& view) {
  std::vector<std::size_t> result(view.buckets());
  if (!view.has_rows) return result;
  std::vector<std::size_t> of_set(view.rows.sets());
  for (const std::uint32_t set : view.rows.set_of)
    ++of_set[set];
  for (std::uint32_t set = 0; set < view.rows.sets(); ++set) {
    std::size_t& most = result[view.rows.bucket_of_set[set]];
    most = std::max(most, of_set[set]);
  }
  return result;
}

}  // namespace microdata
