#include "postgres/inspection/placed_release.hpp"

#include <span>
#include <vector>

#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/published_buckets.hpp"
#include "postgres/inspection/release_reading.hpp"

namespace microdata::postgres {

std::vector<Row> members_in_order(std::size_t members, const ReadScope& beside) {
  return beside.order != nullptr ? in_random_order(members, *beside.order)
                                 : numbers_from(0, members);
}

void place_in_buckets(const Release& release, const ReadScope& beside, const VisitPlaced& visit,
                      const Progress& progress) {
  const PublishedBuckets published = read_published_buckets(release, progress, beside);
  if (published.misfits > 0) throw counts_do_not_fit(published.sensitive_names.front());
  progress.phase("guess");
  const std::vector<Row> persons = members_in_order(published.members(), beside);
  const std::vector<Row> outsiders = numbers_from(published.members(), published.view.tuples);
  std::vector<const Dictionary*> known_values;
  for (const Dictionary& values : published.known_values)
    known_values.push_back(&values);
  for (std::size_t j = 0; j < published.view.sensitive.size(); ++j) {
    const SlicedView::Sensitive& sensitive = published.view.sensitive[j];
    const auto place = [&](std::span<const Row> some) {
      return place_persons(published.view, sensitive, some,
                           beside.most_pairs.value_or(most_placed_pairs), progress);
    };
    const PlacedPersons placed = place(persons);
    const PlacedPersons outside = place(outsiders);
    visit({published.sensitive_names[j], published.sensitive_source_names[j],
           *published.sensitive_values[j], placed, outside, persons, outsiders, sensitive.tuples,
           published.known, known_values, &published.view});
  }
}

}  // namespace microdata::postgres
