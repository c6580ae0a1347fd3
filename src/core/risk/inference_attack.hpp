#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/threads.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/near_guess.hpp"
#include "core/risk/placed_persons.hpp"
#include "core/risk/true_values.hpp"

namespace microdata {

enum class InferenceModel { logistic, naive_bayes };

struct InferenceOptions {
  InferenceModel model = InferenceModel::logistic;
  // How often the model is learned from what is believed; 0: shares of buckets alone.
  unsigned iterations = 8;
  // The model is learned from so many persons at most.
  std::size_t most_learners = 25000;
  Threads threads;
  // By sensitive attribute of the attack, of numbers that are guessed to come near as well; null or
  // missing: of others. They outlive the attack.
  std::vector<const NearValues*> near;

  const NearValues* near_of(std::size_t attribute) const {
    return attribute < near.size() ? near[attribute] : nullptr;
  }
};

// The adversary's belief about one person: the most probable value, and the values that the guess
// comes near which most probably comes near the person's.
struct Guess {
  Code value = 0;
  double probability = 0;
  NearSpan near = {};
};

// De Finetti's attack (D. Kifer, "Attacks on privacy and deFinetti's theorem", SIGMOD 2009): what
// values of persons go with what is known of them is learned from the release itself. The adversary
// begins with shares of buckets, learns a model from these beliefs, believes what the model and the
// buckets say together, and so on (expectation and maximization).
//
// Reads nothing but what the adversary has: the release (`placed`) and the quasi-identifiers of all
// persons (`features`). `placed` is in random order: the first persons are learned from. Returns a
// guess for each of placed.persons.
std::vector<Guess> guess_values(const PlacedPersons& placed, const KnownFeatures& features,
                                const InferenceOptions& options, const Progress& progress);

// The same of several attributes at once, by all tables of a release: what is believed of one
// attribute bears on what is believed of another that stands with it in a table. Of persons with
// several values of an attribute, a guess is the value that the person most probably has among
// them. Returns, by attribute, a guess for each of placement.persons().
std::vector<std::vector<Guess>> guess_jointly(const JointPlacement& placement,
                                              const KnownFeatures& features,
                                              const InferenceOptions& options,
                                              const Progress& progress);

// By attribute, of members and of persons who are not in the release.
struct AttackGuesses {
  std::vector<std::vector<Guess>> of_members;
  std::vector<std::vector<Guess>> of_outsiders;
};

// The same attack, and then on outsiders, of whom it learns nothing. `outsiders`: where they would
// be if they were members (keep_all_persons()); its slots are those of `placement`, and maybe more
// after these. For each the places and the models decide, and the model alone where there is no
// place.
AttackGuesses guess_jointly(const JointPlacement& placement, const JointPlacement& outsiders,
                            const KnownFeatures& features, const InferenceOptions& options,
                            const Progress& progress);

// The same guesses by a model that was learned from the true values of other persons of the table,
// and without the release: what statistics teach of anybody. By folds of persons; `truth` is of all
// persons of the table. Near is what options.near_of(0) says. Returns a guess for each of
// `persons`.
std::vector<Guess> guess_by_true_model(std::span<const Row> persons, const TrueValues& truth,
                                       const KnownFeatures& features,
                                       const InferenceOptions& options, const Progress& progress);

}  // namespace microdata
