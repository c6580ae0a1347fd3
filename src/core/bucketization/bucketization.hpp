#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

enum class BucketizationMethod {
  anatomy,   // smallest possible buckets, of tuples with nothing else in common
  mondrian,  // buckets of tuples with similar quasi-identifiers
};

struct BucketizationOptions {
  double l = 2;
  BucketizationMethod method = BucketizationMethod::anatomy;
  // Information that Mondrian's splits can depend on. Anatomy ignores quasi-identifiers and makes
  // no splits.
  Cuts cuts = Cuts::feasible;
  // Models that hold for every bucket in addition to l.
  std::vector<PrivacyModel> privacy;
  // Largest fraction of the rows that can be suppressed.
  double suppress = 0;
  Threads threads;
};

struct Bucketization {
  // Published rows in buckets. The buckets, and the rows of each bucket, are in random order.
  TuplePartition buckets;
  // Row whose value stands at each place, for each sensitive attribute in the table's order. The
  // rows of every bucket are shuffled independently for each attribute.
  std::vector<std::vector<Row>> linking;
  Row suppressed = 0;
};

// Publishes buckets (Xiao and Tao, "Anatomy", VLDB 2006; slicing paper, section 2, Table 1(c)).
// Quasi-identifiers are published unchanged, and each sensitive attribute separately from them,
// bucket by bucket. In every bucket, no value of a sensitive attribute has a share above 1/l,
// except harmless values. Requires at least one row and one sensitive attribute, and l >= 1; with
// oblivious splits, `suppress` must be 0. Throws Infeasible if no release can meet the options.
Bucketization bucketize(const Microdata& data, const BucketizationOptions& options, Random& random,
                        const Progress& progress);

// Throws Infeasible if bucketize() would.
void check_feasible(const Microdata& data, const BucketizationOptions& options, Random& random,
                    const Progress& progress);

// Publishes only `rows`, which ascend; the other rows are already suppressed. Models compare with
// all rows of the table. No further rows are suppressed.
Bucketization bucketize(const Microdata& data, std::span<const Row> rows,
                        const BucketizationOptions& options, Random& random,
                        const Progress& progress);

}  // namespace microdata
