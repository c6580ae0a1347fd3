#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/placed_persons.hpp"

namespace microdata {

// Persons of several regions of a release, each placed in one region, as if they had been placed in
// all regions together. The attacker learns from all persons. Members are numbered region by
// region; outsiders are numbered separately.
class PlacedPool {
 public:
  // Members and outsiders of one region, who were placed over the same slots, and their numbers.
  // The members' row numbers begin at 0, and the outsiders' follow them in order. Members were
  // looked for in random order. `codes` has, by value, the code for all regions.
  struct Region {
    const PlacedPersons& placed;
    std::size_t members;
    const PlacedPersons& outside;
    std::size_t outsiders;
    std::span<const Code> codes;
  };
  void add(const Region& region);

  std::size_t members() const { return members_; }

  // Returns the members with a place in random order, and replaces their values by `codes`. Then
  // take_outsiders() can be called, which returns the outsiders who were looked for; their numbers
  // begin after those of the members.
  PlacedPersons take_members(std::span<const Code> codes, Random& random);
  PlacedPersons take_outsiders();
  // Returns the position of each member in the order of the region, from 0 to 1, in the order of
  // take_members().
  const std::vector<float>& ranks() const { return ranks_; }

 private:
  PlacedPersons placed_;
  PlacedPersons outside_;
  std::vector<float> ranks_;
  std::size_t members_ = 0;
  std::size_t outsiders_ = 0;
};

}  // namespace microdata
