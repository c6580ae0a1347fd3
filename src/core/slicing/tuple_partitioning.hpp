#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/mondrian.hpp"
#include "core/privacy/privacy_requirement.hpp"
#include "core/slicing/adversary.hpp"
#include "core/slicing/diversity_check.hpp"

namespace microdata {

enum class DiversityCheckScope {
  exact,   // p(t, s) over all matching buckets (slicing paper, definition 3.2), for the paper's
           // attacker and for one that counts rows
  bucket,  // sufficient: every bucket by itself
};

struct TuplePartitioningOptions {
  double l = 2;
  Grouping grouping = Grouping::relaxed;
  DiversityCheckScope check = DiversityCheckScope::bucket;
  // Budget of the exact check; by default that of ExactCheckBudget::for_rows().
  std::optional<ExactCheckBudget> budget;
  // Factor of each attribute's width in a bucket; empty if all attributes count the same.
  std::vector<double> weights;
  Threads threads;
};

struct TuplePartitioning {
  TuplePartition partition;
  // True if the exact check would have taken too long, or too many bytes. Some buckets were then
  // left as the sufficient check made them.
  bool exact_check_cut_short = false;
};

// Partitions the tuples of a sliced table by the queue algorithm of section 4.3, figure 1. Splits
// that leave both halves diverse by themselves are tried first. Such splits keep the exact check
// for every tuple, because p is a mean of the buckets' shares, and cost almost nothing. Buckets
// without such a split go to the end of the queue, to be split by the exact check.
//
// `rows` are the tuples to publish. The result depends on their order if tuples are equally well
// placed: a random order keeps the table's own order out of the release.
// `privacy` holds for every bucket in addition to l. Requires that `rows`, as one bucket, satisfy
// both.
TuplePartitioning partition_tuples(const Microdata& data, const Adversary& adversary,
                                   std::span<const Row> rows, const PrivacyRequirement& privacy,
                                   const TuplePartitioningOptions& options,
                                   const Progress& progress);

}  // namespace microdata
