#include "core/choice/subject_goal.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/choice/attacked_persons.hpp"
#include "core/choice/attacked_table.hpp"
#include "core/choice/goal_search.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/person_features.hpp"
#include "core/risk/subject_places.hpp"

namespace microdata {

namespace {

AttributeSet known_among(const Microdata& data, const AttributeSet& attributes) {
  return intersection(attributes, attributes_with_role(data, Role::quasi_identifier));
}

// Returns the values of a column that is not sensitive: those of every person, and of the person
// that stands at each place.
SlicedView::Values values_at(std::vector<std::uint32_t> of_person, std::uint32_t distinct,
                             const std::vector<Row>& linking) {
  SlicedView::Values values;
  for (const Row person : linking)
    values.published.push_back(of_person[person]);
  values.tuples = std::move(of_person);
  values.distinct = distinct;
  return values;
}

// Returns the sets at all places, bucket by bucket, and their rows.
std::pair<PublishedSets, std::vector<Row>> sets_at(const TuplePartition& buckets,
                                                   const std::vector<Row>& linking,
                                                   const Subjects& shown,
                                                   const Progress& progress) {
  std::pair<PublishedSets, std::vector<Row>> result;
  auto& [sets, rows] = result;
  for (std::uint32_t b = 0; b < buckets.buckets(); ++b) {
    progress.checkpoint_at(b);
    for (std::size_t place = buckets.offsets[b]; place < buckets.offsets[b + 1]; ++place) {
      const std::span<const Row> of_set = shown.bucket(linking[place]);
      sets.set_of.insert(sets.set_of.end(), of_set.size(), static_cast<std::uint32_t>(place));
      sets.bucket_of_set.push_back(b);
      rows.insert(rows.end(), of_set.begin(), of_set.end());
    }
    sets.first_set.push_back(static_cast<std::uint32_t>(buckets.offsets[b + 1]));
  }
  return result;
}

// Returns the attacker's knowledge of every person.
std::vector<KnownAttribute> known_of_subjects(const Microdata& data, const Subjects& subjects,
                                              const ShownSubjects& shown,
                                              std::span<const std::uint32_t> person_of,
                                              const Progress& progress) {
  std::vector<KnownAttribute> known;
  for (const AttributeSet& column : shown.columns) {
    for (const std::size_t a : known_among(data, column)) {
      known.push_back({codes_of_persons(data, subjects, a, progress), data.attributes[a].distinct,
                       data.attributes[a].numeric()});
    }
  }
  std::vector<KnownAttribute> of_rows;
  for (const std::size_t a : known_among(data, shown.of_rows))
    of_rows.push_back({data.columns[a], data.attributes[a].distinct, data.attributes[a].numeric()});
  for (KnownAttribute& one : known_by_rows(of_rows, person_of, subjects.buckets(), progress))
    known.push_back(std::move(one));
  return known;
}

}  // namespace

SubjectView make_view(const Microdata& data, const Subjects& subjects, const ShownSubjects& shown,
                      const Progress& progress) {
  const SubjectBucketization& release = *shown.release;
  SubjectView view;
  view.person_of_tuple.resize(data.rows);
  for (std::uint32_t p = 0; p < subjects.buckets(); ++p) {
    for (const Row row : subjects.bucket(p))
      view.person_of_tuple[row] = p;
  }
  view.persons.buckets = static_cast<std::uint32_t>(release.buckets.buckets());
  view.persons.tuples = subjects.buckets();
  for (std::uint32_t b = 0; b < view.persons.buckets; ++b) {
    view.persons.bucket_of.insert(view.persons.bucket_of.end(), release.buckets.bucket(b).size(),
                                  b);
  }
  for (std::size_t c = 0; c < std::max<std::size_t>(shown.columns.size(), 1); ++c) {
    AttributeSet attributes;
    if (c < shown.columns.size()) attributes = known_among(data, shown.columns[c]);
    const Microdata persons = one_tuple_each(data, subjects, attributes, progress);
    AttributeSet all(attributes.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    Combinations combined = combine(persons, all, progress);
    const SlicedView::Values values =
        values_at(std::move(combined.of_row), combined.distinct, release.linking[c]);
    view.persons.columns.push_back({values, values});
  }
  view.has_rows = true;
  std::vector<Row> rows;
  std::tie(view.rows, rows) =
      sets_at(release.buckets, release.row_sets, release.published_rows, progress);
  Combinations of_rows = combine(data, known_among(data, shown.of_rows), progress);
  view.rows.known = values_at(std::move(of_rows.of_row), of_rows.distinct, rows);
  view.rows.whole = view.rows.known;
  std::tie(view.values, rows) =
      sets_at(release.buckets, release.value_sets, release.published_values, progress);
  for (const std::size_t a : attributes_with_role(data, Role::sensitive)) {
    SubjectView::Sensitive& sensitive = view.sensitive.emplace_back();
    sensitive.distinct = data.attributes[a].distinct;
    for (const Row row : rows)
      sensitive.published.push_back(data.columns[a][row]);
    sensitive.tuples = data.columns[a];
    sensitive.harmless = data.attributes[a].harmless;
  }
  return view;
}

InferenceReached attack_subjects(const Microdata& data, const Subjects& subjects,
                                 const ShownSubjects& shown, const InferenceOptions& options,
                                 const AttackLimits& limits, Random& random,
                                 const Progress& progress) {
  progress.phase("attack");
  const SubjectView view = make_view(data, subjects, shown, progress);
  const auto places_of = [&](std::span<const Row> persons) -> PlacesOfPersons {
    JointPlacement probed =
        place_subjects(view, persons, std::numeric_limits<std::size_t>::max(), progress);
    keep_placed(probed);
    const PlacedPersons& placed = probed.tables.front().placed;
    return {placed.persons.size(), placed.places.size()};
  };
  const AttackedPersons attacked =
      persons_to_attack(subjects.buckets(), shown.release->buckets, limits.persons,
                        options.most_learners, places_of, random);
  JointPlacement placement = place_subjects(view, attacked.persons, limits.pairs, progress);
  keep_placed(placement);
  const KnownFeatures features(
      known_of_subjects(data, subjects, shown, view.person_of_tuple, progress), subjects.buckets(),
      progress);
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  std::vector<std::optional<NearValues>> near;
  InferenceOptions how = options;
  how.near.clear();
  how.harmless.clear();
  for (const std::size_t a : sensitive)
    near.push_back(near_values(data, a));
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    how.near.push_back(near[j] ? &*near[j] : nullptr);
    how.harmless.emplace_back(view.sensitive[j].harmless);
  }
  std::vector<std::vector<Guess>> guesses = guess_jointly(placement, features, how, progress);
  InferenceReached worst;
  worst.attribute = sensitive.front();
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    const Grouped<std::uint32_t> values = values_of_persons(view, view.sensitive[j], progress);
    const SecretValues secrets(TrueValues(values.first, values.items), view.sensitive[j].harmless);
    judge_attribute(attacked, placement.persons(), std::move(guesses[j]), secrets.values(),
                    how.near[j], placement.rows_of_values(j), sensitive[j], worst);
  }
  return worst;
}

MadeForGoal<SubjectBucketization> bucketize_subjects_for_goal(
    const Microdata& data, const Subjects& subjects, const AttributeSet& of_person,
    const SubjectBucketizationOptions& options, const ShownSubjects& shown,
    const InferenceGoal& goal, Random& random, const Progress& progress) {
  return GoalSearch<SubjectBucketization>(
             static_cast<Row>(subjects.buckets()), goal,
             [&](const std::vector<PrivacyModel>& models) {
               return bucketize_subjects(data, subjects, of_person, with_models(options, models),
                                         random, progress);
             },
             [&](const SubjectBucketization& release, const AttackLimits& limits) {
               ShownSubjects attacked = shown;
               attacked.release = &release;
               return attack_subjects(data, subjects, attacked, goal.attack, limits, random,
                                      progress);
             })
      .run();
}

}  // namespace microdata
