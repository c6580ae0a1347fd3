#include "core/risk/source_persons.hpp"

#include <algorithm>

namespace microdata {

namespace {

// As GroupedElements, each element once in its group.
GroupedElements once_each(const GroupedElements& groups, std::uint32_t distinct,
                          const Progress& progress) {
  std::vector<std::uint32_t> group_of;
  std::vector<std::uint32_t> elements;
  for (std::uint32_t g = 0; g < groups.groups(); ++g) {
    progress.checkpoint_at(g);
    const auto all = groups.of(g);
    std::unique_copy(all.begin(), all.end(), std::back_inserter(elements));
    group_of.resize(elements.size(), g);
  }
  return {group_of, groups.groups(), elements, distinct, progress};
}

}  // namespace

SourcePersons::SourcePersons(const SubjectView& view, const PublishedSets& sets,
                             const SlicedView::Values& values, Elements kind,
                             const Progress& progress)
    : kind_(kind),
      of_sets_(sets.set_of, sets.sets(), values.published, values.distinct, progress),
      of_persons_(view.person_of_tuple, static_cast<std::uint32_t>(view.persons.tuples),
                  values.tuples, values.distinct, progress),
      rows_of_(view.persons.tuples) {
  for (const std::uint32_t person : view.person_of_tuple)
    ++rows_of_[person];
  if (kind == Elements::values) {
    of_sets_ = once_each(of_sets_, values.distinct, progress);
    of_persons_ = once_each(of_persons_, values.distinct, progress);
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
