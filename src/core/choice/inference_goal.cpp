#include "core/choice/inference_goal.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/choice/attacked_table.hpp"
#include "core/choice/release_view.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/risk/placed_persons.hpp"

namespace microdata {

namespace {

// True if persons match hardly any buckets except their own.
bool know_their_buckets(const SlicedView& view, std::span<const Row> persons,
                        const Progress& progress) {
  constexpr std::size_t probed = 500;
  constexpr double few = 1.5;
  const PlacedPersons placed =
      place_persons(view, view.sensitive.front(), persons.first(std::min(persons.size(), probed)),
                    std::numeric_limits<std::size_t>::max(), progress);
  return static_cast<double>(placed.places.size()) <=
         few * static_cast<double>(placed.persons.size());
}

struct Attacked {
  // Persons to attack; the ones to learn from come first.
  std::vector<Row> persons;
  // Judged persons, by row of the data. If empty, all persons are judged.
  std::vector<bool> judged;
};

// Returns the persons to attack, a sample if there are more than `most`.
//
// If persons match only their own buckets, beliefs about the others in a bucket improve the guess
// for each. All persons of some buckets are then judged. The attack learns from arbitrary persons,
// because the persons of a bucket are alike.
//
// If persons match many buckets, the set of persons that match one is unknown, and any sample is
// good.
Attacked persons_to_attack(const SlicedView& view, const TuplePartition& buckets, std::size_t most,
                           std::size_t learners, Random& random, const Progress& progress) {
  Attacked attacked{random_order(view.tuples, random), {}};
  if (attacked.persons.size() <= std::max(most, learners)) return attacked;
  if (!know_their_buckets(view, attacked.persons, progress)) {
    attacked.persons.resize(std::max(most, learners));
    return attacked;
  }
  attacked.persons.resize(learners);
  std::vector<bool> learned_from(view.tuples);
  for (const Row person : attacked.persons)
    learned_from[person] = true;
  attacked.judged.resize(view.tuples);
  std::size_t judged = 0;
  for (const Row b : random_order(buckets.buckets(), random)) {
    if (judged >= most) break;
    judged += buckets.bucket(b).size();
    for (const Row person : buckets.bucket(b)) {
      attacked.judged[person] = true;
      if (!learned_from[person]) attacked.persons.push_back(person);
    }
  }
  return attacked;
}

using Judge = GuessesJudged(std::span<const Row> persons, std::span<const Guess> guesses,
                            const TrueValues& truth);

GuessesJudged judge(const Attacked& attacked, const PlacedPersons& placed,
                    const std::vector<Guess>& guesses, const TrueValues& truth, Judge* judge_all) {
  if (attacked.judged.empty()) return judge_all(placed.persons, guesses, truth);
  std::vector<Row> persons;
  std::vector<Guess> of_them;
  for (std::size_t i = 0; i < placed.persons.size(); ++i) {
    if (!attacked.judged[placed.persons[i]]) continue;
    persons.push_back(placed.persons[i]);
    of_them.push_back(guesses[i]);
  }
  return judge_all(persons, of_them, truth);
}

InferenceReached attack(const Microdata& data, const SlicedView& view,
                        const TuplePartition& buckets, const AttributePartition& columns,
                        const InferenceOptions& options, const AttackLimits& limits, Random& random,
                        const Progress& progress) {
  progress.phase("attack");
  const KnownFeatures features = known_features(data, progress);
  const Attacked attacked =
      persons_to_attack(view, buckets, limits.persons, options.most_learners, random, progress);
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
    std::vector<Guess> guesses = guess_values(placed, features, of_attribute, progress);
    const auto consider = [&](Judge* judge_all, bool is_near) {
      const GuessesJudged judged = judge(attacked, placed, guesses, secrets.values(), judge_all);
      if (judged.persons == 0) return;
      const ShareInterval interval = wilson_interval(judged.right, judged.persons);
      if (interval.high > worst.interval.high) worst = {attributes[j], is_near, judged, interval};
    };
    consider(judge_guesses, false);
    if (!near) continue;
    consider(judge_near, true);
    // A model of very large buckets might learn patterns that do not exist.
    const NearSpan most = near_most(placed.rows_of_values(), *near);
    for (Guess& guess : guesses)
      guess.near = most;
    consider(judge_near, true);
  }
  return worst;
}

// Search for a bucket size that meets the goal.
template <typename Release>
class GoalSearch {
 public:
  // A function that publishes with privacy models for the bucket size in addition to the options'
  // own.
  using Publish = std::function<Release(const std::vector<PrivacyModel>&)>;
  using Attack = std::function<InferenceReached(const Release&, const AttackLimits&)>;

  GoalSearch(Row rows, const InferenceGoal& goal, Publish publish, Attack attack)
      : rows_(rows), goal_(goal), publish_(std::move(publish)), attack_(std::move(attack)) {}

  MadeForGoal<Release> run() {
    bool met = attempt(size_) || grow(4);
    while (met && size_ > grown(too_small_, 1.2)) {
      const std::uint32_t between = middle(too_small_, size_);
      if (attempt(between)) {
        size_ = between;
      } else {
        too_small_ = between;
      }
    }
    while (met && !confirm())
      met = grow(1.25);
    return met ? std::move(*found_) : std::move(*nearest_);
  }

 private:
  std::uint32_t grown(std::uint32_t size, double times) const {
    const auto larger =
        std::max(size + std::uint64_t{1}, static_cast<std::uint64_t>(std::floor(size * times)));
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(larger, rows_));
  }

  // Grows to the next size that meets the goal. Returns false if no size does.
  bool grow(double times) {
    bool met = false;
    while (!met && size_ < rows_) {
      too_small_ = size_;
      size_ = grown(size_, times);
      met = attempt(size_);
    }
    return met;
  }

  static std::uint32_t middle(std::uint32_t below, std::uint32_t above) {
    const auto between =
        static_cast<std::uint32_t>(std::sqrt(static_cast<double>(std::max(below, 1U)) * above));
    return std::clamp(between, below + 1, above - 1);
  }

  // Returns true if the release with buckets of this size meets the goal by the attack of the
  // search, and stores the release in found_.
  bool attempt(std::uint32_t size) {
    std::vector<PrivacyModel> models;
    if (size > 1) models.emplace_back(KAnonymity{static_cast<double>(size)});
    MadeForGoal<Release> made;
    made.bucket_size = size;
    try {
      made.release = publish_(models);
    } catch (const Infeasible& infeasible) {
      // The table has too few rows for buckets of this size. Without a size, the options themselves
      // cannot be met.
      const bool too_large = infeasible.reason == Infeasible::Reason::privacy ||
                             infeasible.reason == Infeasible::Reason::too_few_rows;
      if (size > 1 && too_large) return false;
      throw;
    }
    made.reached = attack_(made.release, goal_.search);
    const double high = made.reached.interval.high;
    // The whole table is the largest bucket, so its own attack decides.
    made.met = high + (size < rows_ ? missed_ : 0) <= goal_.share;
    if (made.met) {
      found_ = std::move(made);
      return true;
    }
    if (high > goal_.share) keep_nearest(std::move(made));
    return false;
  }

  // The draws of the search favoured the chosen size, so another attack decides.
  bool confirm() {
    const double searched = found_->reached.interval.high;
    found_->reached = attack_(found_->release, goal_.decision);
    missed_ = std::max(missed_, found_->reached.interval.high - searched);
    found_->met = found_->reached.interval.high <= goal_.share;
    if (!found_->met) keep_nearest(std::move(*found_));
    return found_->met;
  }

  void keep_nearest(MadeForGoal<Release> made) {
    if (!nearest_ || made.reached.interval.high < nearest_->reached.interval.high)
      nearest_ = std::move(made);
  }

  Row rows_;
  const InferenceGoal& goal_;
  Publish publish_;
  Attack attack_;
  std::uint32_t too_small_ = 0;
  std::uint32_t size_ = 1;
  // Largest excess of the deciding attack's share over that of the search's attack.
  double missed_ = 0;
  std::optional<MadeForGoal<Release>> found_;
  // Best of the releases that do not meet the goal.
  std::optional<MadeForGoal<Release>> nearest_;
};

// Returns the options with further models.
template <typename Options>
Options with_models(Options options, const std::vector<PrivacyModel>& models) {
  options.privacy.insert(options.privacy.end(), models.begin(), models.end());
  return options;
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
