#include "core/choice/inference_goal.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/choice/release_view.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/risk/placed_persons.hpp"

namespace microdata {

namespace {

KnownFeatures known_features(const Microdata& data, const Progress& progress) {
  std::vector<KnownAttribute> known;
  for (const std::size_t a : attributes_with_role(data, Role::quasi_identifier)) {
    const Attribute& attribute = data.attributes[a];
    known.push_back({data.columns[a], attribute.distinct, attribute.numeric()});
  }
  return {known, data.rows, progress};
}

class GoalSearch {
 public:
  GoalSearch(const Microdata& data, const SlicingOptions& options, const InferenceGoal& goal,
             Random& random, const Progress& progress)
      : data_(data), options_(options), goal_(goal), random_(random), progress_(progress) {}

  std::optional<SlicingForGoal> run() {
    std::uint32_t too_small = 0;
    std::uint32_t size = 1;
    std::optional<SlicingForGoal> best = attempt(size);
    while (!best && size < data_.rows) {
      too_small = size;
      size = size > data_.rows / 2 ? data_.rows : 2 * size;
      best = attempt(size);
    }
    while (best && size - too_small > std::max(size / 8, 1U)) {
      const std::uint32_t middle = too_small + (size - too_small) / 2;
      std::optional<SlicingForGoal> smaller = attempt(middle);
      if (smaller) {
        best = std::move(smaller);
        size = middle;
      } else {
        too_small = middle;
      }
    }
    return best;
  }

 private:
  // The release with such buckets, if it meets the goal.
  std::optional<SlicingForGoal> attempt(std::uint32_t size) {
    SlicingOptions options = options_;
    if (size > 1) options.privacy.emplace_back(KAnonymity{static_cast<double>(size)});
    SlicingForGoal result;
    result.bucket_size = size;
    try {
      result.slicing = slice(data_, options, random_, progress_);
    } catch (const Infeasible& infeasible) {
      // So many rows are not left; without a size of its own no release meets the options.
      const bool too_large = infeasible.reason == Infeasible::Reason::privacy ||
                             infeasible.reason == Infeasible::Reason::too_few_rows;
      if (size > 1 && too_large) return std::nullopt;
      throw;
    }
    result.reached = attack_slicing(data_, result.slicing, goal_, random_, progress_);
    if (result.reached.interval.high > goal_.share) return std::nullopt;
    return result;
  }

  const Microdata& data_;
  const SlicingOptions& options_;
  const InferenceGoal& goal_;
  Random& random_;
  const Progress& progress_;
};

}  // namespace

InferenceReached attack_slicing(const Microdata& data, const Slicing& slicing,
                                const InferenceGoal& goal, Random& random,
                                const Progress& progress) {
  const SlicedView view = make_view(data, slicing, progress);
  const KnownFeatures features = known_features(data, progress);
  std::vector<Row> persons(data.rows);
  std::iota(persons.begin(), persons.end(), Row{0});
  random.shuffle(std::span(persons));
  InferenceReached worst{{}, {0, 0}};
  for (const SlicedView::Sensitive& sensitive : view.sensitive) {
    const PlacedPersons placed = place_persons(view, sensitive, persons, goal.most_pairs, progress);
    const auto guesses = guess_values(placed, features, goal.attack, progress);
    const GuessesJudged judged = judge_guesses(placed.persons, guesses, sensitive.tuples);
    const ShareInterval interval = wilson_interval(judged.right, judged.persons);
    if (interval.high > worst.interval.high) worst = {judged, interval};
  }
  return worst;
}

std::optional<SlicingForGoal> slice_for_goal(const Microdata& data, const SlicingOptions& options,
                                             const InferenceGoal& goal, Random& random,
                                             const Progress& progress) {
  return GoalSearch(data, options, goal, random, progress).run();
}

}  // namespace microdata
