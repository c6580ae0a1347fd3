#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/random.hpp"

namespace microdata {

// So many values are added to the set of a region, as sets are shown value by value.
inline constexpr std::size_t most_added = 24;

// The values of an attribute that rows of the data have, ascending, without NULL: regions of a
// table that is divided reach no further.
using OccurringValues = std::vector<Code>;
OccurringValues occurring_values(const Microdata& data, std::size_t attribute);

// Widens what the regions of one bucket show of an attribute, where they have several values: one
// that is shown would be somebody's for certain. regions[i] are codes, ascending. A numeric
// attribute shows the least and the greatest: a region ends somewhere between its last value and
// the next one of the bucket, and the outermost ones beyond by at most their width. Other
// attributes show all: a region gets as many values that the bucket lacks as it has, at most
// `most_added`, and all regions together half of those that there are. Regions that had no value
// in common have none.
void widen_regions(const Attribute& attribute, const OccurringValues& occurring,
                   std::span<std::vector<Code>> regions, Random& random);

}  // namespace microdata
