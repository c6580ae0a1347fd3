#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/threads.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/mondrian.hpp"
#include "core/privacy/privacy_requirement.hpp"
#include "core/slicing/adversary.hpp"
#include "core/slicing/diversity_check.hpp"

namespace microdata {

enum class DiversityCheckScope {
  exact,   // p(t, s) over all matching buckets (slicing paper, definition 3.2), for the paper's
           // adversary and for one who counts
  bucket,  // sufficient: every bucket by itself
};

struct TuplePartitioningOptions {
  double l = 2;
  Grouping grouping = Grouping::relaxed;
  DiversityCheckScope check = DiversityCheckScope::bucket;
  // Of the exact check; by default what ExactCheckBudget gives for the table's rows.
  std::optional<ExactCheckBudget> budget;
  // Of each attribute, by which its width in a bucket counts; empty: all count the same.
  std::vector<double> weights;
  Threads threads;
};

struct TuplePartitioning {
  TuplePartition partition;
  // The exact check would have taken too long, or too many bytes: some buckets were left as the
  // sufficient check made them.
  bool exact_check_cut_short = false;
};

// The tuple partition of a sliced table: the queue algorithm of section 4.3, figure 1. A split is
// first looked for among those that leave both halves diverse by themselves, since these keep the
// exact check for every tuple (p is a mean of the buckets' shares) and cost next to nothing;
// buckets that have no such split go to the end of the queue, to be split by the exact check.
//
// `rows` are the tuples to publish. The result depends on their order where tuples are equally well
// placed: a random order keeps the table's own out of the release.
// `privacy` holds for every bucket besides l. Requires that `rows`, as one bucket, satisfy both.
TuplePartitioning partition_tuples(const Microdata& data, const Adversary& adversary,
                                   std::span<const Row> rows, const PrivacyRequirement& privacy,
                                   const TuplePartitioningOptions& options,
                                   const Progress& progress);

}  // namespace microdata
