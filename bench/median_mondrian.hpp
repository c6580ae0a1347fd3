#pragma once

#include <cstdint>

#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata::experiment {

// Returns the equivalence classes of the fragmentation paper's anonymizer (section 6.1): strict
// Mondrian as first described (LeFevre, DeWitt, Ramakrishnan, "Mondrian multidimensional
// k-anonymity", ICDE 2006, section 4). A region is cut at the median of its widest attribute, or of
// the next one for which both sides have at least k rows. The core's own cuts lose less
// information. The attributes must be numeric, and the table must have at least k rows.
TuplePartition median_mondrian(const Microdata& data, const AttributeSet& attributes,
                               std::uint32_t k);

}  // namespace microdata::experiment
