#include "core/risk/subject_view.hpp"

#include <algorithm>

#include "core/base/grouped.hpp"
#include "core/base/radix_sort.hpp"

namespace microdata {

std::vector<std::size_t> largest_sets(const PublishedSets& sets, std::uint32_t buckets) {
  std::vector<std::size_t> result(buckets);
  std::vector<std::size_t> of_set(sets.sets());
  for (const std::uint32_t set : sets.set_of)
    ++of_set[set];
  for (std::uint32_t set = 0; set < sets.sets(); ++set) {
    std::size_t& most = result[sets.bucket_of_set[set]];
    most = std::max(most, of_set[set]);
  }
  return result;
}

std::vector<std::uint32_t> SubjectView::persons_in_buckets() const {
  std::vector<std::uint32_t> result(buckets());
  for (const std::uint32_t bucket : persons.bucket_of)
    ++result[bucket];
  return result;
}

Grouped<std::uint32_t> values_of_persons(const SubjectView& view,
                                         const SubjectView::Sensitive& sensitive,
                                         const Progress& progress) {
  return once_each(
      group_elements(view.person_of_tuple, static_cast<std::uint32_t>(view.persons.tuples),
                     sensitive.tuples, sensitive.distinct, progress),
      progress);
}

ValuesOfSets::ValuesOfSets(const PublishedSets& values, std::uint32_t buckets,
                           const SubjectView::Sensitive& sensitive, const Progress& progress) {
  // The values of every set are found first, each once, and then those of a bucket's sets together.
  const Grouped<std::uint32_t> of_sets =
      once_each(group_elements(values.set_of, values.sets(), sensitive.published,
                               sensitive.distinct, progress),
                progress);
  std::vector<Code> in_bucket;
  for (std::uint32_t b = 0; b < buckets; ++b) {
    progress.checkpoint();
    in_bucket.clear();
    for (std::uint32_t set = values.first_set[b]; set < values.first_set[b + 1]; ++set) {
      const std::span<const std::uint32_t> of_set = of_sets[set];
      in_bucket.insert(in_bucket.end(), of_set.begin(), of_set.end());
    }
    std::sort(in_bucket.begin(), in_bucket.end());
    for (std::size_t i = 0; i < in_bucket.size(); ++i) {
      if (i == 0 || in_bucket[i] != in_bucket[i - 1]) entries_.push_back({in_bucket[i], 0});
      ++entries_.back().sets;
    }
    offsets_.push_back(entries_.size());
  }
}

}  // namespace microdata
