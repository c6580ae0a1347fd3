#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/bucketization/bucketization.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/inference_attack.hpp"
#include "core/risk/inference_audit.hpp"
#include "core/risk/share_interval.hpp"
#include "core/slicing/slicing.hpp"

namespace microdata {

// Of more persons, and of more than have so many pairs of a place and a value there, an attack
// looks at a sample.
struct AttackLimits {
  std::size_t persons = std::numeric_limits<std::size_t>::max();
  std::size_t pairs = 40'000'000;
};

struct InferenceGoal {
  // The largest share of persons whose value of a sensitive attribute the attack may guess; numbers
  // are guessed by what comes near them as well.
  double share = 1;
  InferenceOptions attack;
  // While a size is looked for; besides, there are those who are learned from.
  AttackLimits search{20'000, 5'000'000};
  // Of the attack that decides.
  AttackLimits decision;
};

// What the attack guesses of a release that was not published yet: of several sensitive attributes,
// of the one of which it guesses most, right or near.
struct InferenceReached {
  // Of the data.
  std::size_t attribute = 0;
  // True if guesses of a number count that come near it: within default_tolerance().
  bool near = false;
  GuessesJudged guessed;
  ShareInterval interval{0, 0};
};

InferenceReached attack_slicing(const Microdata& data, const Slicing& slicing,
                                const InferenceOptions& options, const AttackLimits& limits,
                                Random& random, const Progress& progress);
InferenceReached attack_buckets(const Microdata& data, const Bucketization& bucketization,
                                const InferenceOptions& options, const AttackLimits& limits,
                                Random& random, const Progress& progress);

template <typename Release>
struct MadeForGoal {
  Release release;
  // Every bucket has at least so many tuples.
  std::uint32_t bucket_size = 1;
  InferenceReached reached;
  // Otherwise no size reaches the goal, and this is the release that comes nearest.
  bool met = false;
};

// Publishes with the smallest buckets with which the attack stays below the goal, with the upper
// end of Wilson's interval of its share. Sizes grow fourfold until it does; then the gap is halved,
// in its logarithm, until its ends are a fifth apart. Larger buckets say less of a person, but the
// attack's share does not fall with every step: what is promised is that the release returned was
// attacked, by other draws than those that chose it and with the wider limits, and that the attack
// stayed below the goal. Where that attack does better than the search's, sizes grow by a fourth
// until the search's stays below the goal by as much as it had missed. The options' models hold
// besides. The goal is not reached where the whole table as one bucket does not, as where a value
// alone has that share of the persons, nor buckets smaller than that.
MadeForGoal<Slicing> slice_for_goal(const Microdata& data, const SlicingOptions& options,
                                    const InferenceGoal& goal, Random& random,
                                    const Progress& progress);
MadeForGoal<Bucketization> bucketize_for_goal(const Microdata& data,
                                              const BucketizationOptions& options,
                                              const InferenceGoal& goal, Random& random,
                                              const Progress& progress);

}  // namespace microdata
