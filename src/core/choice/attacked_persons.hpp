#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/base/random.hpp"
#include "core/choice/inference_goal.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/risk/inference_attack.hpp"
#include "core/risk/inference_audit.hpp"
#include "core/risk/near_guess.hpp"
#include "core/risk/true_values.hpp"

// Persons whom the attack of a goal examines, and the judgement of its guesses.

namespace microdata {

struct AttackedPersons {
  // Persons to attack; the ones to learn from come first.
  std::vector<Row> persons;
  // Judged persons, by number. If empty, all persons are judged.
  std::vector<bool> judged;
};

// Returns the persons to attack, a sample if there are more than `most`. Buckets have `count`
// persons at most. `places_of` returns the number of places of some persons, and of those who have
// one.
//
// If persons match only their own buckets, beliefs about the others in a bucket improve the guess
// for each. All persons of some buckets are then judged. The attack learns from arbitrary persons,
// because the persons of a bucket are alike.
//
// If persons match many buckets, the set of persons that match one is unknown, and any sample is
// good.
struct PlacesOfPersons {
  std::size_t persons = 0;
  std::size_t places = 0;
};
AttackedPersons persons_to_attack(
    std::size_t count, const TuplePartition& buckets, std::size_t most, std::size_t learners,
    const std::function<PlacesOfPersons(std::span<const Row>)>& places_of, Random& random);

// Judges the guesses about an attribute, exact ones and near ones, and keeps the result in `worst`
// if more are right than there. The guesses are about `placed`, the persons who have a place.
// `shown` has the number of rows with each value, for the guess that learns nothing; near values
// are null if the attribute has no numbers.
void judge_attribute(const AttackedPersons& attacked, std::span<const Row> placed,
                     std::vector<Guess> guesses, const TrueValues& truth, const NearValues* near,
                     std::span<const std::uint64_t> shown, std::size_t attribute,
                     InferenceReached& worst);

}  // namespace microdata
