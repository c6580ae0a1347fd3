#pragma once

#include <cstdint>
#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/group_judge.hpp"

namespace microdata {

// The buckets without the rows whose value of a sensitive attribute fewer than k rows of their
// bucket have. Such a value, beside the hull of its bucket, is a predicate that few persons fit, or
// one. What is left of each bucket meets the judge and has each of its sensitive values at least k
// times; buckets of which too little is left are joined with the next ones, the last with those
// before. Without buckets where all rows together do not meet the judge either.
TuplePartition without_rare_values(const Microdata& data, const TuplePartition& buckets,
                                   std::uint32_t k, GroupJudge& judge, const Progress& progress);

// How many rows would be left out if no buckets were joined: at least as many as are.
Row rows_with_rare_values(const Microdata& data, const TuplePartition& buckets, std::uint32_t k,
                          const Progress& progress);

}  // namespace microdata
