#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/mondrian_space.hpp"

namespace microdata {

// Divides arrivals into regions of near ones by Mondrian. Each region is m-eligible and no larger
// than `largest` if cuts allow it. A region's signatures then have values that go with its
// quasi-identifiers, and later buckets of these signatures have nearer persons. Otherwise a pool
// has persons from everywhere, and those of one value from elsewhere than those of another.
//
// `values` has the values of all rows of the table, below `distinct`; `arrivals`, in random order,
// are m-eligible.
TuplePartition near_arrivals(const Microdata& data, const std::vector<Axis>& axes,
                             std::span<const Code> values, Code distinct,
                             std::span<const Row> arrivals, std::uint32_t m, std::size_t largest,
                             const Progress& progress);

}  // namespace microdata
