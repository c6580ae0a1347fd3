#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/placed_persons.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// A table in buckets that hides an attribute on both sides. The open side has attributes that are
// published unchanged; the linked side has attributes that only the bucket links to the open side.
struct HiddenOnBothSides {
  struct Side {
    // Values that the attacker knows, of rows and tuples, and hidden value of every published row.
    SlicedView::Values known;
    std::vector<Code> hidden;
  };
  Side open;
  Side linked;
  std::vector<std::uint32_t> bucket_of;
  std::uint32_t buckets = 0;
};

struct ImpliedPlaces {
  // Places of persons; a slot's value is an index of `outcomes`, and its rows are in thousandths.
  PlacedPersons placed;
  // Places of persons who are not in the release, over the same slots and further slots after them.
  PlacedPersons outside;
  // Hidden values of each outcome: that of the open side and that of the linked side.
  std::vector<std::pair<Code, Code>> outcomes;
};

// Places persons by the distribution that the buckets imply: each pair of an open and a linked row
// of a bucket is equally likely. Persons with the same known values are one group over all buckets;
// other persons in the same bucket do not count any further. Returns nothing if there are more than
// `most_pairs` pairs to add up.
std::optional<ImpliedPlaces> place_by_distribution(const HiddenOnBothSides& table,
                                                   std::span<const Row> persons,
                                                   std::span<const Row> outsiders,
                                                   std::size_t most_pairs,
                                                   const Progress& progress);

}  // namespace microdata
