#include "core/choice/inference_goal.hpp"

#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/choice/attacked_persons.hpp"
#include "core/choice/attacked_table.hpp"
#include "core/choice/goal_search.hpp"
#include "core/choice/release_view.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/risk/placed_persons.hpp"

namespace microdata {

namespace {

InferenceReached attack(const Microdata& data, const SlicedView& view,
                        const TuplePartition& buckets, const AttributePartition& columns,
                        const InferenceOptions& options, const AttackLimits& limits, Random& random,
                        const Progress& progress) {
  progress.phase("attack");
  const KnownFeatures features = known_features(data, progress);
  const auto places_of = [&](std::span<const Row> persons) -> PlacesOfPersons {
    const PlacedPersons placed = place_persons(view, view.sensitive.front(), persons,
                                               std::numeric_limits<std::size_t>::max(), progress);
    return {placed.persons.size(), placed.places.size()};
  };
  const AttackedPersons attacked = persons_to_attack(view.tuples, buckets, limits.persons,
                                                     options.most_learners, places_of, random);
  const std::vector<std::size_t> attributes = sensitive_in_order(data, columns);
  InferenceReached worst;
  worst.attribute = attributes.front();
  InferenceOptions of_attribute = options;
  for (std::size_t j = 0; j < attributes.size(); ++j) {
    const SlicedView::Sensitive& sensitive = view.sensitive[j];
    const PlacedPersons placed = persons_with_places(
        place_persons(view, sensitive, attacked.persons, limits.pairs, progress));
    const std::optional<NearValues> near = near_values(data, attributes[j]);
    of_attribute.near = {near ? &*near : nullptr};
    const std::vector<std::uint8_t>& harmless = data.attributes[attributes[j]].harmless;
    of_attribute.harmless = {harmless};
    const SecretValues secrets(sensitive.tuples, harmless);
    judge_attribute(attacked, placed.persons,
                    guess_values(placed, features, of_attribute, progress), secrets.values(),
                    near ? &*near : nullptr, placed.rows_of_values(), attributes[j], worst);
  }
  return worst;
}

template <typename Release, typename Options>
MadeForGoal<Release> make_for_goal(
    const Microdata& data, const Options& options, const InferenceGoal& goal,
    Release (*publish)(const Microdata&, const Options&, Random&, const Progress&),
    InferenceReached (*attack_on)(const Microdata&, const Release&, const InferenceOptions&,
                                  const AttackLimits&, Random&, const Progress&),
    Random& random, const Progress& progress) {
  return GoalSearch<Release>(
             data.rows, goal,
             [&](const std::vector<PrivacyModel>& models) {
               return publish(data, with_models(options, models), random, progress);
             },
             [&](const Release& release, const AttackLimits& limits) {
               return attack_on(data, release, goal.attack, limits, random, progress);
             })
      .run();
}

}  // namespace

InferenceReached attack_slicing(const Microdata& data, const Slicing& slicing,
                                const InferenceOptions& options, const AttackLimits& limits,
                                Random& random, const Progress& progress) {
  return attack(data, make_view(data, slicing, progress), slicing.buckets, slicing.columns, options,
                limits, random, progress);
}

InferenceReached attack_buckets(const Microdata& data, const Bucketization& bucketization,
                                const InferenceOptions& options, const AttackLimits& limits,
                                Random& random, const Progress& progress) {
  return attack(data, make_view(data, bucketization, progress), bucketization.buckets,
                columns_of_buckets(data), options, limits, random, progress);
}

MadeForGoal<Slicing> slice_for_goal(const Microdata& data, const SlicingOptions& options,
                                    const InferenceGoal& goal, Random& random,
                                    const Progress& progress) {
  return make_for_goal<Slicing>(data, options, goal, slice, attack_slicing, random, progress);
}

MadeForGoal<Bucketization> bucketize_for_goal(const Microdata& data,
                                              const BucketizationOptions& options,
                                              const InferenceGoal& goal, Random& random,
                                              const Progress& progress) {
  return make_for_goal<Bucketization>(data, options, goal, bucketize, attack_buckets, random,
                                      progress);
}

}  // namespace microdata
