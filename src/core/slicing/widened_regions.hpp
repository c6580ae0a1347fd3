#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Most values that are added to the set of a region, because sets are shown value by value.
inline constexpr std::size_t most_added = 24;

// Values of an attribute in rows of the data, ascending, without NULL. Regions of a divided table
// do not reach beyond them.
using OccurringValues = std::vector<Code>;
OccurringValues occurring_values(const Microdata& data, std::size_t attribute);

// Widens the regions of one bucket that have several values of an attribute, because otherwise each
// shown value would certainly belong to some person. regions[i] are codes, ascending. A numeric
// attribute shows the least and the greatest value. A region then ends somewhere between its last
// value and the next one of the bucket. Outermost regions end beyond their last value, by at most
// their width. Other attributes show all values. A region gets as many values that the bucket lacks
// as it has, at most `most_added`. All regions together get at most half of the values that the
// bucket lacks. Regions without a common value still have none afterwards.
void widen_regions(const Attribute& attribute, const OccurringValues& occurring,
                   std::span<std::vector<Code>> regions, Random& random);

}  // namespace microdata
