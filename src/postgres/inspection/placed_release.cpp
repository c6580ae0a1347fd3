#include "postgres/inspection/placed_release.hpp"

#include <span>
#include <vector>

#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/published_buckets.hpp"
#include "postgres/inspection/release_reading.hpp"

namespace microdata::postgres {

void place_in_buckets(const Release& release, const ReadBeside& beside, const VisitPlaced& visit,
                      const Progress& progress) {
  const PublishedBuckets published = read_published_buckets(release, progress, beside);
  if (published.misfits > 0) throw counts_do_not_fit(published.sensitive_names.front());
  progress.phase("guess");
  const std::vector<Row> persons = numbers_from(0, published.members());
  const std::vector<Row> outsiders = numbers_from(published.members(), published.view.tuples);
  for (std::size_t j = 0; j < published.view.sensitive.size(); ++j) {
    const SlicedView::Sensitive& sensitive = published.view.sensitive[j];
    const auto place = [&](std::span<const Row> some) {
      return place_persons(published.view, sensitive, some, most_placed_pairs, progress);
    };
    const PlacedPersons placed = place(persons);
    const PlacedPersons outside = place(outsiders);
    visit({published.sensitive_names[j], published.sensitive_source_names[j],
           *published.sensitive_values[j], placed, outside, persons, outsiders, sensitive.tuples,
           published.known});
  }
}

}  // namespace microdata::postgres
