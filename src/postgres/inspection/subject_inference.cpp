#include "postgres/inspection/subject_inference.hpp"

#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/microdata/grouped.hpp"
#include "core/risk/person_features.hpp"
#include "core/risk/subject_places.hpp"
#include "postgres/inspection/published_subjects.hpp"

namespace microdata::postgres {

namespace {

std::vector<KnownAttribute> known_of_persons(PublishedSubjects& published,
                                             const Progress& progress) {
  std::vector<KnownAttribute> known = std::move(published.known_of_persons);
  std::vector<KnownAttribute> by_rows =
      known_by_rows(published.known_of_rows, published.view.person_of_tuple,
                    published.view.persons.tuples, progress);
  std::move(by_rows.begin(), by_rows.end(), std::back_inserter(known));
  return known;
}

// The values that everybody has in any row of the source.
struct ValuesOfPersons {
  std::vector<std::size_t> first{0};
  std::vector<Code> values;

  ValuesOfPersons(const SubjectView& view, const SubjectView::Sensitive& sensitive,
                  const Progress& progress) {
    const Grouped<std::uint32_t> elements = once_each(
        group_elements(view.person_of_tuple, static_cast<std::uint32_t>(view.persons.tuples),
                       sensitive.tuples, sensitive.distinct, progress),
        progress);
    values = elements.items;
    first = elements.first;
  }

  TrueValues truth() const { return {first, values}; }
};

}  // namespace

std::vector<InferenceFigures> audit_inference_of_subjects(const Release& release,
                                                          const InferenceRequest& request,
                                                          Random& random,
                                                          const Progress& progress) {
  PublishedSubjects published = read_published_subjects(
      release, progress, {.outsiders = request.outsiders, .keys = request.keys});
  progress.phase("guess");
  const SubjectView& view = published.view;
  const std::vector<Row> persons = in_random_order(published.members(), random);
  const std::vector<Row> others = numbers_from(published.members(), view.persons.tuples);
  const KnownFeatures features(known_of_persons(published, progress), persons.size(),
                               view.persons.tuples, progress);
  std::optional<ClassPersons> classes;
  if (published.classes) {
    classes = find_class_persons(view, *published.classes, ClassReach::own_stratum,
                                 most_inference_pairs, progress);
  }
  const auto place = [&](std::span<const Row> some) {
    return classes ? place_subjects(view, *published.classes, *classes, some, most_inference_pairs,
                                    progress)
                   : place_subjects(view, some, most_inference_pairs, progress);
  };
  PlacedSides placed{place(persons), place(others)};
  keep_all_persons(placed.outsiders, others);
  std::vector<ValuesOfPersons> values;
  for (const SubjectView::Sensitive& sensitive : view.sensitive)
    values.emplace_back(view, sensitive, progress);
  std::vector<JudgedAttribute> judged;
  for (std::size_t j = 0; j < values.size(); ++j) {
    judged.push_back({values[j].truth(), promised_l(release),
                      request.near.near_values(published.sensitive_names[j],
                                               *published.sensitive_values[j], progress)});
  }
  std::vector<InferenceFigures> result =
      measure_inference(placed, judged, features, request.options, progress);
  for (std::size_t j = 0; j < result.size(); ++j)
    result[j].set_attribute(published.sensitive_names[j], *published.sensitive_values[j]);
  require_sensitive(result);
  return result;
}

}  // namespace microdata::postgres
