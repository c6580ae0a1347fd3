#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/risk/known_features.hpp"
#include "core/risk/minimality.hpp"
#include "core/risk/placed_persons.hpp"

// Splits of regions, each a bucket or class of known persons, that were possible and not made.

namespace microdata {

// Tolerance for rounding in comparisons of shares.
inline constexpr double rounding_of_shares = 1e-9;

// Returns the largest number of one value that a side of m persons can have.
inline std::size_t most_of_side(std::size_t m, double l) {
  return static_cast<std::size_t>(static_cast<double>(m) / l * (1 + rounding_of_shares));
}

// Persons who can be in one region alone, if they are all persons of the region.
struct ClosedRegion {
  std::size_t first_slot = 0;
  std::span<const PlacedPersons::Slot> slots;
  std::vector<Row> persons;

  std::size_t rows() const {
    std::size_t sum = 0;
    for (const PlacedPersons::Slot& slot : slots)
      sum += slot.rows;
    return sum;
  }
};

// Returns the regions that are large enough to be split, a random selection of at most
// options.most_regions.
std::vector<ClosedRegion> closed_regions(const PlacedPersons& placed,
                                         const MinimalityOptions& options, Random& random,
                                         const Progress& progress);

// The side of a split with the largest belief.
struct TellingSide {
  double belief = 0;
  std::vector<Row> persons;
  // Split of the side: it is behind this value of the attribute, and the side is the upper one or
  // the lower one.
  const KnownAttribute* attribute = nullptr;
  Code last_of_lower = 0;
  bool upper = false;
  // Number of persons on the first side of the belief, and true if this side is the telling one.
  std::size_t first = 0;
  bool is_first = false;

  bool has(Row person) const { return (attribute->codes[person] > last_of_lower) == upper; }
};

// Returns the side with the largest belief, over all splits behind a value of an attribute whose
// smaller side is small enough. belief_of(m) returns the belief about a first side of m persons.
TellingSide most_telling_side(
    const ClosedRegion& region, std::span<const KnownAttribute> known, std::size_t fewest,
    const std::function<std::optional<UncutBelief>(std::size_t)>& belief_of);

// Persons who are not in the release, by the one region where each can be.
using OutsidersOfRegions = std::unordered_map<std::size_t, std::vector<Row>>;
OutsidersOfRegions outsiders_of_regions(const PlacedPersons& outside);

// Returns the variance of the number of a side's persons with a value, if all assignments are
// equally likely.
double hypergeometric_variance(std::size_t n, std::size_t with_value, std::size_t m);

// Turns the sums of figures over regions into means, and sets z.
void finish(MinimalityFigures& figures);

}  // namespace microdata
