#include "postgres/methods/generalization/generalized_inference.hpp"

#include <span>
#include <utility>

#include "core/risk/joint_placement.hpp"
#include "core/risk/placed_persons.hpp"
#include "postgres/inspection/class_verification.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/methods/generalization/placed_classes.hpp"

namespace microdata::postgres {

std::vector<InferenceFigures> audit_inference_in_classes(const Release& release,
                                                         const InferenceRequest& request,
                                                         Random& random, const Progress& progress) {
  PublishedGeneralization published = read_generalization(
      release, progress, {.outsiders = request.outsiders, .keys = request.keys});
  progress.phase("guess");
  const ClassCover cover = places_in_classes(published, progress);
  const std::vector<KnownAttribute> known = take_known(published);
  const std::vector<Row> persons = in_random_order(published.members(), random);
  const std::vector<Row> others = numbers_from(published.members(), published.tuples);
  const KnownFeatures features(known, persons.size(), published.tuples, progress);
  std::vector<InferenceFigures> result;
  for (const PublishedGeneralization::Ungeneralized& sensitive : published.sensitive) {
    const auto place = [&](std::span<const Row> some) {
      return place_persons(cover, sensitive.published, some, most_inference_pairs, progress);
    };
    const JudgedAttribute judged{
        sensitive.tuples, promised_l(release),
        request.near.near_values(sensitive.name, sensitive.values.front(), progress)};
    result.push_back(std::move(
        measure_inference({joint_placement(place(persons)), joint_outsiders(place(others), others)},
                          {&judged, 1}, features, request.options, progress)
            .front()));
    result.back().set_attribute(sensitive.name, sensitive.values.front());
  }
  require_sensitive(result);
  return result;
}

}  // namespace microdata::postgres
