#pragma once

#include <cstdint>
#include <span>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/group_judge.hpp"

namespace microdata {

// Returns the buckets without the rows with a rare value of a sensitive attribute: one that fewer
// than k rows of their bucket have. Together with the bounds of its bucket, such a value is a
// predicate that few people fit, or one. The rest of each bucket meets the judge and has each of
// its sensitive values at least k times. Buckets with too small a rest are joined with the next
// ones, the last with those before. The result has no buckets if even all rows together do not meet
// the judge.
TuplePartition without_rare_values(const Microdata& data, const TuplePartition& buckets,
                                   std::uint32_t k, GroupJudge& judge, const Progress& progress);

// Returns the number of rows that would be suppressed without joining buckets, an upper bound on
// the number that is suppressed.
Row rows_with_rare_values(const Microdata& data, const TuplePartition& buckets, std::uint32_t k,
                          const Progress& progress);

}  // namespace microdata
