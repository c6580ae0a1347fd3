#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/risk/placed_persons.hpp"

namespace microdata {

// A group whose persons can be nowhere else, and are as many as the group's rows without nobody's
// rows. The probabilities of its persons' values come from all possible assignments, as factors of
// rows and columns treat persons as independent except for the sums, and so are too cautious in
// small groups.
struct ClosedGroup {
  std::size_t first_slot = 0;
  std::uint32_t slots = 0;
  // Indices of the persons in PlacedPersons::persons.
  std::vector<std::uint32_t> persons;
  // Index of the group among the groups with rows that are nobody's.
  std::optional<std::size_t> nobody;
};

// Returns the closed groups that are small enough for LinkingMarginals.
std::vector<ClosedGroup> closed_groups(const PlacedPersons& placed);

// Turns weights into probabilities of the group's values, for its persons one after the other and
// then for the rows that are nobody's. Returns false and leaves the weights unchanged if no
// assignment is possible.
bool link_group(const PlacedPersons& placed, const ClosedGroup& group, std::span<double> weights);

}  // namespace microdata
