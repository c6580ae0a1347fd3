#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/attack_risk.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/placed_persons.hpp"

namespace microdata {

// What follows from it that a set of persons was not cut in two.
struct UncutBelief {
  // The probability of the value for anybody on the first side, and on the other.
  double first = 0;
  double other = 0;
};

// `counts`: how many of the persons have each value; `side`: how many are on the first side. All
// ways to give the persons the values are equally likely, but that on one of the sides some value
// has a share above 1/l. Nothing where no way is like that.
std::optional<UncutBelief> belief_of_uncut(std::span<const std::uint32_t> counts, std::size_t value,
                                           std::size_t side, double l);

struct MinimalityOptions {
  // Below 1/l is every share, on both sides of a cut too; and that many persons are on each.
  double l = 2;
  std::size_t fewest = 2;
  // Of more regions some are drawn.
  std::size_t most_regions = 20'000;
};

struct MinimalityFigures {
  // Whose persons are all known to be there, and large enough to be cut.
  std::size_t regions = 0;
  // In so many of them a cut that was not made tells more than 1/l.
  std::size_t telling = 0;
  // Persons on those sides; whose value was guessed right.
  std::size_t persons = 0;
  std::size_t right = 0;
  // Mean over them of what the adversary believed, and of the value's share in the region.
  double believed = 0;
  double share = 0;
  // Of persons who are not in the release, who would be in one of these regions alone, and on that
  // side: of how many the value is guessed, and is right.
  AttackOutcome control;
  // How many standard deviations more were right than by the shares, were values and persons of a
  // region linked at random. 0 where nothing was guessed.
  double z = 0;
  // Of `right`, were they linked so.
  double variance = 0;
};

// Adds what was found in other regions, of other persons.
void add(MinimalityFigures& figures, const MinimalityFigures& others);

// The minimality attack (R. C.-W. Wong et al., "Minimality attack in privacy preserving data
// publishing", VLDB 2007) by an adversary who knows the quasi-identifiers of all persons, and that
// the software cuts a region (bucket or class) between two values of a quasi-identifier wherever
// both sides have enough persons, and no value above 1/l. What was not cut has such a value, on
// one of the sides. For every region she takes the cut that tells most of the region's most
// frequent value, and where she believes more than 1/l of one side, guesses that value for
// everybody there. Reads no value of anybody but to judge the guesses by `truth`. `outside`:
// persons who are not in the release, placed over the same slots; nothing is concluded from them.
MinimalityFigures attack_by_minimality(const PlacedPersons& placed, const PlacedPersons& outside,
                                       std::span<const KnownAttribute> known,
                                       std::span<const Code> truth,
                                       const MinimalityOptions& options, Random& random,
                                       const Progress& progress);

}  // namespace microdata
