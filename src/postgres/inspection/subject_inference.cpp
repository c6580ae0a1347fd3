#include "postgres/inspection/subject_inference.hpp"

#include <iterator>
#include <optional>
#include <utility>

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
    const GroupedElements elements =
        GroupedElements(view.person_of_tuple, static_cast<std::uint32_t>(view.persons.tuples),
                        sensitive.tuples, sensitive.distinct, progress)
            .once_each(progress);
    values = elements.all();
    for (std::uint32_t person = 0; person < elements.groups(); ++person)
      first.push_back(first.back() + elements.of(person).size());
  }

  TrueValues truth() const { return {first, values}; }
};

}  // namespace

std::vector<InferenceFigures> audit_inference_of_subjects(const Release& release,
                                                          const InferenceRequest& request,
                                                          Random& random,
                                                          const Progress& progress) {
  refuse_outsiders(request.outsiders);
  PublishedSubjects published = read_published_subjects(release, progress, request.keys);
  progress.phase("guess");
  const SubjectView& view = published.view;
  const std::vector<Row> persons = in_random_order(view.persons.tuples, random);
  const KnownFeatures features(known_of_persons(published, progress), persons.size(), progress);
  std::optional<ClassPersons> classes;
  if (published.classes) {
    classes = find_class_persons(view, *published.classes, ClassReach::own_stratum,
                                 most_inference_pairs, progress);
  }
  const JointPlacement placement =
      place_subjects(view, classes ? &*classes : nullptr, persons, most_inference_pairs, progress);
  const std::vector<std::vector<Guess>> guesses =
      guess_jointly(placement, features, request.options, progress);
  std::vector<InferenceFigures> result;
  for (std::size_t j = 0; j < view.sensitive.size(); ++j) {
    const ValuesOfPersons values(view, view.sensitive[j], progress);
    result.push_back(measure_guesses({placement.persons(), guesses[j], placement.rows_of_values(j)},
                                     features, values.truth(), promised_l(release), request.options,
                                     progress));
    result.back().set_attribute(published.sensitive_names[j], *published.sensitive_values[j]);
  }
  require_sensitive(result);
  return result;
}

}  // namespace microdata::postgres
