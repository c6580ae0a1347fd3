#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/attack_risk.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/placed_persons.hpp"

namespace microdata {

// Belief that follows from the fact that a set of persons was not split.
struct UncutBelief {
  // Probability of the value for any person on the first side, and on the other side.
  double first = 0;
  double other = 0;
};

// Returns the belief about the persons of a set that was not split, or nothing if no assignment
// explains this. `counts` has the number of persons with each value, and `side` is the number of
// persons on the first side. All assignments of values to persons are equally likely in which some
// value has a share above 1/l on one of the sides. `harmless` has 1 for values without a bound, and
// is empty if there are none; `value` has a bound.
std::optional<UncutBelief> belief_of_uncut(std::span<const std::uint32_t> counts, std::size_t value,
                                           std::size_t side, double l,
                                           std::span<const std::uint8_t> harmless = {});

struct MinimalityOptions {
  // Requirements of a split: no share of a value above 1/l, and at least `fewest` persons, on both
  // sides.
  double l = 2;
  std::size_t fewest = 2;
  // Largest number of regions that are attacked; of more regions a random selection is attacked.
  std::size_t most_regions = 20'000;
};

struct MinimalityFigures {
  // Number of regions whose persons are all known to be there and that are large enough to be
  // split.
  std::size_t regions = 0;
  // Number of regions in which a split that was not made raises the belief in the value above its
  // share in the region.
  std::size_t telling = 0;
  // Number of persons on the sides with a raised belief, and number of them whose value was guessed
  // right.
  std::size_t persons = 0;
  std::size_t right = 0;
  // Means, over these persons, of the attacker's belief, and of the value's share in the region.
  double believed = 0;
  double share = 0;
  // Guesses about persons who are not in the release. They would be in one of these regions alone,
  // and on the side with the raised belief.
  AttackOutcome control;
  // Standard deviations by which right guesses exceed the expectation for values and persons of a
  // region assigned at random. 0 if nothing was guessed.
  double z = 0;
  // Variance of `right`, if values and persons were assigned at random.
  double variance = 0;
};

// Adds the figures of other regions with other persons.
void add(MinimalityFigures& figures, const MinimalityFigures& others);

// Performs the minimality attack (R. C.-W. Wong et al., "Minimality attack in privacy preserving
// data publishing", VLDB 2007). The attacker knows the quasi-identifiers of all persons. The
// attacker also knows that the software splits a region (bucket or class) between two values of a
// quasi-identifier if both sides are valid. A side is valid if it has enough persons, and no value
// with a share above 1/l. A possible split that was not made therefore has such a value on one of
// its sides. For every region, the attacker takes the split that raises the belief in the region's
// most frequent value most. If the belief about one side is above the value's share in the region,
// the attacker guesses the value for all persons there. Harmless values (Attribute::harmless) need
// no bound and are not guessed. `truth` is used only to judge the guesses.
// `outside` has persons who are not in the release, placed over the same slots; nothing is
// concluded from them.
MinimalityFigures attack_by_minimality(const PlacedPersons& placed, const PlacedPersons& outside,
                                       std::span<const KnownAttribute> known,
                                       std::span<const Code> truth,
                                       std::span<const std::uint8_t> harmless,
                                       const MinimalityOptions& options, Random& random,
                                       const Progress& progress);

}  // namespace microdata
