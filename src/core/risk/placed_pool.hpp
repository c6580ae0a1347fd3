#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/placed_persons.hpp"

namespace microdata {

// Persons who were placed in regions of a release, each in her own, as if they had been placed in
// all of these regions together, for an adversary who learns from everybody. Persons are numbered
// through region by region, outsiders by themselves.
class PlacedPool {
 public:
  // One region's members and outsiders, who were placed over the same slots, and have these rows,
  // the members those from 0 on. Of the members all were asked for, in random order. `codes`: by
  // value, that of all regions.
  struct Region {
    const PlacedPersons& placed;
    std::span<const Row> members;
    const PlacedPersons& outside;
    std::span<const Row> outsiders;
    std::span<const Code> codes;
  };
  void add(const Region& region);

  std::size_t members() const { return members_; }

  // The members in random order, whose values become what `codes` say; and after that the
  // outsiders, whose numbers begin after those of the members.
  PlacedPersons take_members(std::span<const Code> codes, Random& random);
  PlacedPersons take_outsiders();
  // The numbers of the outsiders who were looked for, in a place or not.
  std::vector<Row> outsiders() const;
  // Of the members as they were taken: where each stood in the order of her region, from 0 to 1.
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
