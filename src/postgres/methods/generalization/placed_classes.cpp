#include "postgres/methods/generalization/placed_classes.hpp"

#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "postgres/inspection/class_verification.hpp"
#include "postgres/inspection/published_generalization.hpp"

namespace microdata::postgres {

void place_in_classes(const Release& release, const SourceTuples* tuples, const VisitPlaced& visit,
                      const Progress& progress) {
  PublishedGeneralization published = read_generalization(release, progress, {.tuples = tuples});
  progress.phase("guess");
  const ClassCover cover = cover_classes(published, progress);
  std::vector<KnownAttribute> known;
  for (std::size_t a = 0; a < published.quasi_identifiers.size(); ++a) {
    RegionAttribute& attribute = published.quasi_identifiers[a];
    known.push_back({std::move(attribute.tuples), attribute.values, published.numeric[a]});
  }
  std::vector<Row> persons(published.tuples);
  std::iota(persons.begin(), persons.end(), 0U);
  for (const PublishedGeneralization::Ungeneralized& sensitive : published.sensitive) {
    const PlacedPersons placed =
        place_persons(cover, sensitive.published, persons, most_placed_pairs, progress);
    visit({sensitive.name, sensitive.source_name, sensitive.values.front(), placed,
           sensitive.tuples, known});
  }
}

}  // namespace microdata::postgres
