#pragma once

#include <cstddef>
#include <span>

#include "core/base/progress.hpp"
#include "core/base/uniform_draw.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/group_judge.hpp"

namespace microdata {

// Method by which the rows of a region become buckets that depend on nothing but sensitive values.
struct BucketAssembly {
  // Numbers of the sensitive values of each row.
  const Combinations& kinds;
  // True if the most frequent values come first, as in Anatomy, for l of a single attribute. If
  // false, rows are drawn at random, preferably rows without a common value.
  bool frequent_first = true;
  // Lower bound on the number of rows of a bucket.
  std::size_t fewest = 1;
};

// Appends the buckets of a region to `result`. `rows` are its strands (see oblivious_cuts.hpp), one
// after the other. Their number is a power of two and all have equally many rows. Every bucket gets
// equally many rows of each strand. Requires that `rows` as one bucket hold; then every bucket
// holds.
void assemble_buckets(std::span<const Row> rows, std::size_t strands, const BucketAssembly& how,
                      GroupJudge& judge, const UniformDraw& draw, TuplePartition& result,
                      const Progress& progress);

}  // namespace microdata
