#include "postgres/methods/generalization/placed_classes.hpp"

#include <span>
#include <utility>
#include <vector>

#include "postgres/inspection/class_verification.hpp"
#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/published_generalization.hpp"

namespace microdata::postgres {

std::vector<KnownAttribute> take_known(PublishedGeneralization& published) {
  std::vector<KnownAttribute> known;
  for (std::size_t a = 0; a < published.quasi_identifiers.size(); ++a) {
    RegionAttribute& attribute = published.quasi_identifiers[a];
    known.push_back({std::move(attribute.tuples), attribute.values, published.numeric[a]});
  }
  return known;
}

void place_in_classes(const Release& release, const ReadScope& beside, const VisitPlaced& visit,
                      const Progress& progress) {
  PublishedGeneralization published = read_generalization(release, progress, beside);
  progress.phase("guess");
  const ClassCover cover = places_in_classes(published, progress);
  const std::vector<KnownAttribute> known = take_known(published);
  std::vector<const Dictionary*> known_values;
  for (std::size_t a = 0; a < published.values.size(); ++a)
    known_values.push_back(published.values[a] ? &*published.values[a] : &published.labels[a]);
  const std::vector<Row> persons = members_in_order(published.members(), beside);
  const std::vector<Row> outsiders = numbers_from(published.members(), published.tuples);
  for (const PublishedGeneralization::Ungeneralized& sensitive : published.sensitive) {
    const auto place = [&](std::span<const Row> some) {
      return place_persons(cover, sensitive.published, some,
                           beside.most_pairs.value_or(most_placed_pairs), progress);
    };
    const PlacedPersons placed = place(persons);
    const PlacedPersons outside = place(outsiders);
    visit({sensitive.name, sensitive.source_name, sensitive.values.front(), placed, outside,
           persons, outsiders, sensitive.tuples, known, known_values});
  }
}

}  // namespace microdata::postgres
