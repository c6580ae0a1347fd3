#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/bucketization/bucketization.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/inference_attack.hpp"
#include "core/risk/inference_audit.hpp"
#include "core/risk/share_interval.hpp"
#include "core/slicing/slicing.hpp"

namespace microdata {

// Largest numbers of persons, and of pairs of a place and a possible value, that an attack
// examines. With more, the attack takes a sample.
struct AttackLimits {
  std::size_t persons = std::numeric_limits<std::size_t>::max();
  std::size_t pairs = 40'000'000;
};

struct InferenceGoal {
  // Largest fraction of persons whose sensitive value the attack may guess. A guess of a number is
  // also right if it is near the number.
  double share = 1;
  InferenceOptions attack;
  // Limits while a bucket size is searched. The persons that the attack learns from come in
  // addition.
  AttackLimits search{20'000, 5'000'000};
  // Limits of the attack that decides.
  AttackLimits decision;
};

// Result of the attack on a release that is not published yet. With several sensitive attributes,
// the result is for the attribute with the most right or near guesses.
struct InferenceReached {
  // Index of the attribute in the data.
  std::size_t attribute = 0;
  // True if near guesses of a number count, within default_tolerance().
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
  // Lower bound on the number of tuples of every bucket.
  std::uint32_t bucket_size = 1;
  InferenceReached reached;
  // True if the release meets the goal. If false, no size meets the goal and the release is the one
  // that comes nearest.
  bool met = false;
};

// Publishes with the smallest buckets for which the attack stays below the goal, by the upper end
// of the Wilson interval of its share.
//
// The size grows fourfold until the attack stays below the goal. The search then halves the gap
// between sizes, in logarithms, until its ends differ by a fifth. Larger buckets disclose less
// about a person, but the attack's share does not fall with every step.
//
// Guarantee: the attack on the returned release stayed below the goal, with other draws than the
// search's and with the wider limits of `decision`. If this attack does better than the search's
// attack, sizes grow by a fourth. They grow until the search's attack stays below the goal by at
// least the difference. The options' models hold too.
//
// The goal is not met if neither the whole table as one bucket nor any smaller size meets it. An
// example is a value that alone has that share of the persons.
MadeForGoal<Slicing> slice_for_goal(const Microdata& data, const SlicingOptions& options,
                                    const InferenceGoal& goal, Random& random,
                                    const Progress& progress);
MadeForGoal<Bucketization> bucketize_for_goal(const Microdata& data,
                                              const BucketizationOptions& options,
                                              const InferenceGoal& goal, Random& random,
                                              const Progress& progress);

}  // namespace microdata
