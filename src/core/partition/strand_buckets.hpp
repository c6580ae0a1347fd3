#pragma once

#include <cstddef>
#include <span>

#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/microdata/uniform_draw.hpp"
#include "core/partition/group_judge.hpp"

namespace microdata {

// How the rows of a region become buckets without a look at anything but their sensitive values.
struct BucketAssembly {
  // What numbers the sensitive values of a row.
  const Combinations& kinds;
  // The most frequent values first, as in Anatomy: for l of a single attribute. Otherwise at
  // random, rows that have no value in common rather than others.
  bool frequent_first = true;
  // No bucket of fewer rows holds.
  std::size_t fewest = 1;
};

// Appends the buckets of a region to `result`. `rows` are its strands (see oblivious_cuts.hpp), one
// after the other, a power of two of them, all of equally many rows; every bucket gets as many rows
// of one strand as of any other. Requires that `rows` as one bucket hold; then every bucket does.
void assemble_buckets(std::span<const Row> rows, std::size_t strands, const BucketAssembly& how,
                      GroupJudge& judge, const UniformDraw& draw, TuplePartition& result,
                      const Progress& progress);

}  // namespace microdata
