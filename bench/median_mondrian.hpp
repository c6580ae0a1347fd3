#pragma once

#include <cstdint>

#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"

namespace microdata::experiment {

// The anonymizer of the fragmentation paper's experiments (section 6.1): strict Mondrian as it was
// first described (LeFevre, DeWitt, Ramakrishnan, "Mondrian multidimensional k-anonymity", ICDE
// 2006, section 4). A region is cut at the median of the attribute whose range in it is the widest,
// or of the next one, where neither side has fewer than k rows. The core's own cuts lose less.
// Of numeric attributes alone; at least k rows.
TuplePartition median_mondrian(const Microdata& data, const AttributeSet& attributes,
                               std::uint32_t k);

}  // namespace microdata::experiment
