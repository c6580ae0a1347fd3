#pragma once

#include <cstdint>
#include <optional>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/inference_attack.hpp"
#include "core/risk/inference_audit.hpp"
#include "core/risk/share_interval.hpp"
#include "core/slicing/slicing.hpp"

namespace microdata {

struct InferenceGoal {
  // The largest share of persons whose value of a sensitive attribute the attack may guess.
  double share = 1;
  InferenceOptions attack;
  // Of persons' places and the values there; of more than that makes, persons are a sample.
  std::size_t most_pairs = 40'000'000;
};

// What the attack guesses of a release that was not published yet: of several sensitive attributes,
// of the one of which it guesses most.
struct InferenceReached {
  GuessesJudged guessed;
  ShareInterval interval;
};

InferenceReached attack_slicing(const Microdata& data, const Slicing& slicing,
                                const InferenceGoal& goal, Random& random,
                                const Progress& progress);

struct SlicingForGoal {
  Slicing slicing;
  // Every bucket has at least so many tuples.
  std::uint32_t bucket_size = 1;
  InferenceReached reached;
};

// Slices with the smallest buckets with which the attack stays below the goal, with the upper end
// of Wilson's interval of its share: sizes are doubled until it does, and then halved between the
// last two, as far as they differ by more than an eighth. Larger buckets say less of a person, but
// the attack's share does not fall with every step: what is promised is that the release returned
// was attacked, and that the attack stayed below the goal.
// The options' models hold besides. Nothing where the whole table as one bucket does not meet the
// goal, as where a value alone has that share of the persons, nor buckets smaller than that.
std::optional<SlicingForGoal> slice_for_goal(const Microdata& data, const SlicingOptions& options,
                                             const InferenceGoal& goal, Random& random,
                                             const Progress& progress);

}  // namespace microdata
