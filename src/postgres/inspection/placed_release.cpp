#include "postgres/inspection/placed_release.hpp"

#include <numeric>
#include <optional>
#include <vector>

#include "postgres/inspection/published_buckets.hpp"
#include "postgres/inspection/release_reading.hpp"

namespace microdata::postgres {

void place_in_buckets(const Release& release, const SourceTuples* tuples, const VisitPlaced& visit,
                      const Progress& progress) {
  const PublishedBuckets published = read_published_buckets(release, progress, {.tuples = tuples});
  if (published.misfits > 0) throw counts_do_not_fit(published.sensitive_names.front());
  progress.phase("guess");
  std::vector<Row> persons(published.view.tuples);
  std::iota(persons.begin(), persons.end(), 0U);
  for (std::size_t j = 0; j < published.view.sensitive.size(); ++j) {
    const SlicedView::Sensitive& sensitive = published.view.sensitive[j];
    const PlacedPersons placed =
        place_persons(published.view, sensitive, persons, most_placed_pairs, progress);
    visit({published.sensitive_names[j], published.sensitive_source_names[j],
           *published.sensitive_values[j], placed, sensitive.tuples, published.known});
  }
}

}  // namespace microdata::postgres
