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
  // Members and outsiders of one region, who were placed over the same slots. The members' row
  // numbers begin at 0, and the outsiders' follow them. All members were looked for, in random
  // order. `codes` has, by value, the code for all regions.
  struct Region {
    const PlacedPersons& placed;
    std::span<const Row> members;
    const PlacedPersons& outside;
    std::span<const Row> outsiders;
    std::span<const Code> codes;
  };
  void add(const Region& region);

  std::size_t members() const { return members_; }

  // Returns the members in random order, and replaces their values by `codes`. Then
  // take_outsiders() can be called; outsiders' numbers begin after those of the members.
  PlacedPersons take_members(std::span<const Code> codes, Random& random);
  PlacedPersons take_outsiders();
  // Returns the numbers of the outsiders who were looked for, with or without a place.
  std::vector<Row> outsiders() const;
  // Returns the position of each member in the order of the region, from 0 to 1, in the order of
  // take_members().
  const std::vector<float>& ranks() const { return ranks_; }

 private:
  PlacedPersons placed_;
  PlacedPersons outside_;
  std::vector<Row> looked_for_;
  std::vector<float> ranks_;
  std::size_t members_ = 0;
  std::size_t outsiders_ = 0;
};

}  // namespace microdata
