#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/near_guess.hpp"
#include "core/risk/placed_persons.hpp"
#include "core/risk/true_values.hpp"

namespace microdata {

enum class InferenceModel { logistic, naive_bayes };

struct InferenceOptions {
  InferenceModel model = InferenceModel::logistic;
  // Number of times that the model is learned from the beliefs; 0 uses the shares of buckets alone.
  unsigned iterations = 8;
  // Largest number of persons from whom the model is learned.
  std::size_t most_learners = 25000;
  Threads threads;
  // Numbers to guess nearly as well, by sensitive attribute of the attack; null or missing for
  // other attributes. They must outlive the attack.
  std::vector<const NearValues*> near;
  // Harmless values by sensitive attribute, as in Attribute::harmless; missing for attributes that
  // have none. The attacker is after the other values.
  std::vector<std::span<const std::uint8_t>> harmless;

  bool is_harmless(std::size_t attribute, Code value) const {
    return attribute < harmless.size() && !harmless[attribute].empty() &&
           harmless[attribute][value] != 0;
  }
  const NearValues* near_of(std::size_t attribute) const {
    return attribute < near.size() ? near[attribute] : nullptr;
  }
};

// The attacker's guess about one person, from the values that are not harmless: the most probable
// value, and the span of values with the largest probability of a near guess.
struct Guess {
  Code value = 0;
  double probability = 0;
  NearSpan near = {};
  // The most probable value of all. Only guess_jointly() sets it.
  Code of_all = 0;
};

// Guesses the values of persons by de Finetti's attack (D. Kifer, "Attacks on privacy and
// deFinetti's theorem", SIGMOD 2009), which learns the relation between known and sensitive values
// from the release itself. The attacker begins with shares of buckets, learns a model from these
// beliefs, combines the model with the buckets, and repeats (expectation and maximization).
//
// Reads nothing but the attacker's knowledge: the release (`placed`) and the quasi-identifiers of
// all persons (`features`). `placed` is in random order, so the model is learned from the first
// persons. Returns a guess for each of placed.persons.
std::vector<Guess> guess_values(const PlacedPersons& placed, const KnownFeatures& features,
                                const InferenceOptions& options, const Progress& progress);

// Guesses several attributes at once, by all tables of a release. Beliefs about one attribute
// influence beliefs about another attribute of the same table. If persons have several values of an
// attribute, a guess is the value that the person most probably has among them. Returns, by
// attribute, a guess for each of placement.persons().
std::vector<std::vector<Guess>> guess_jointly(const JointPlacement& placement,
                                              const KnownFeatures& features,
                                              const InferenceOptions& options,
                                              const Progress& progress);

// Guesses by attribute, about members and about persons who are not in the release.
struct AttackGuesses {
  std::vector<std::vector<Guess>> of_members;
  std::vector<std::vector<Guess>> of_outsiders;
};

// Guesses as above, and then guesses the values of outsiders, from whom nothing is learned.
// `outsiders` has the places where they would be if they were members (keep_looked_for()); its
// slots are those of `placement`, possibly followed by others. The places and the models decide
// each guess; without a place, the model alone decides.
AttackGuesses guess_jointly(const JointPlacement& placement, const JointPlacement& outsiders,
                            const KnownFeatures& features, const InferenceOptions& options,
                            const Progress& progress);

// Guesses by a model that was learned from the true values of other persons of the table, without
// the release. These guesses show what statistics disclose about any person. Learns by folds of
// persons; `truth` has the values of all persons of the table. Near guesses follow
// options.near_of(0). Returns a guess for each of `persons`.
std::vector<Guess> guess_by_true_model(std::span<const Row> persons, const TrueValues& truth,
                                       const KnownFeatures& features,
                                       const InferenceOptions& options, const Progress& progress);

}  // namespace microdata
