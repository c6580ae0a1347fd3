#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/minimality.hpp"
#include "core/risk/true_values.hpp"

namespace microdata {

// Belief about persons with several rows each who were not split, by the number of persons on the
// first side. All ways to give the published sets to the persons are equally likely in which some
// value is in more than 1/l of the sets of one side. Their number cannot be computed in any
// reasonable time, because a set has several values. The attacker therefore draws some ways: one
// order of the sets shows a side of each size.
class UncutSets {
 public:
  // Draws from the sets, each of which has elements in ascending order. Elements are values of any
  // sensitive attribute; `bounded` has 1 for those that are not harmless. The belief is about
  // `element`.
  UncutSets(std::span<const std::vector<std::uint32_t>> sets, std::span<const std::uint8_t> bounded,
            std::uint32_t element, const MinimalityOptions& options, Random& random,
            const Progress& progress);

  // Returns the belief about a first side of this size, or nothing if hardly any way explains that
  // it was not split.
  std::optional<UncutBelief> belief(std::size_t side) const { return belief_by(chosen_, side); }
  // Returns the belief by other draws than those of belief(), which the best of several sides does
  // not favour.
  std::optional<UncutBelief> confirmed(std::size_t side) const {
    return belief_by(confirming_, side);
  }

 private:
  struct Ways {
    // Number of ways in which a side of the size, or the other one, violates the bound, and number
    // of sets with the element on the first side, over these ways.
    std::uint32_t violated = 0;
    std::uint64_t with_element = 0;
  };

  std::optional<UncutBelief> belief_by(const std::vector<Ways>& ways, std::size_t side) const;

  std::size_t sets_;
  std::size_t with_element_ = 0;
  std::vector<Ways> chosen_;
  std::vector<Ways> confirming_;
};

// Performs the minimality attack on persons with several rows each. The attacker knows the
// attributes of all persons, and that the software splits the persons of a bucket or class between
// two values of an attribute of persons if both sides have enough of them and no value of any
// attribute is in more than 1/l of a side's sets. The attacker guesses the most frequent value of
// an attribute that is not harmless, on the side where the belief in it is largest.
//
// `placed` has the persons, whose outcomes are sets, and `outside` persons who are not in the
// release. `truth` has the values of attribute `guessed` that each person has in any row, and
// serves only to judge: also `share`, because rows that are not published have values as well.
// harmless[j] has the harmless values of attribute j, as Attribute::harmless.
MinimalityFigures attack_by_minimality(const JointPlacement& placed, const JointPlacement& outside,
                                       std::span<const KnownAttribute> known, std::size_t guessed,
                                       const TrueValues& truth,
                                       std::span<const std::span<const std::uint8_t>> harmless,
                                       const MinimalityOptions& options, Random& random,
                                       const Progress& progress);

}  // namespace microdata
