#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/mondrian_space.hpp"

namespace microdata {

// Divides arrivals into regions of near ones, each m-eligible, by Mondrian: no larger than
// `largest` where cuts allow it. A region's signatures are then of values that go with its
// quasi-identifiers, and later buckets of these signatures have nearer persons: without, a pool
// has persons from everywhere, and those of one value from elsewhere than those of another.
//
// `values` are of all of the table's rows, below `distinct`; `arrivals`, in random order, are
// m-eligible.
TuplePartition near_arrivals(const Microdata& data, const std::vector<Axis>& axes,
                             std::span<const Code> values, Code distinct,
                             std::span<const Row> arrivals, std::uint32_t m, std::size_t largest,
                             const Progress& progress);

}  // namespace microdata
