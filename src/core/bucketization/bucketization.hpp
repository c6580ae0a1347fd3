#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/threads.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

enum class BucketizationMethod {
  anatomy,   // buckets as small as they can be, of tuples that have nothing else in common
  mondrian,  // buckets of tuples with near quasi-identifiers
};

struct BucketizationOptions {
  double l = 2;
  BucketizationMethod method = BucketizationMethod::anatomy;
  // What Mondrian's cuts may depend on. Anatomy, which looks at no quasi-identifier, has none.
  Cuts cuts = Cuts::feasible;
  // Hold for every bucket, besides l.
  std::vector<PrivacyModel> privacy;
  // The largest fraction of the rows that may be left out.
  double suppress = 0;
  Threads threads;
};

struct Bucketization {
  // The published rows in buckets, both in random order.
  TuplePartition buckets;
  // For each sensitive attribute, in the table's order, the row whose value stands at each place:
  // within every bucket a permutation, each drawn independently.
  std::vector<std::vector<Row>> linking;
  Row suppressed = 0;
};

// Bucketization (Xiao and Tao, "Anatomy", VLDB 2006; slicing paper, section 2, Table 1(c)): the
// quasi-identifiers are published as they are, each sensitive attribute apart from them, bucket by
// bucket. In every bucket no sensitive value has a share above 1/l, in any sensitive attribute.
// Requires at least one row and one sensitive attribute, l >= 1; with oblivious cuts, that nothing
// may be left out. Throws Infeasible where no
// release can meet the options.
Bucketization bucketize(const Microdata& data, const BucketizationOptions& options, Random& random,
                        const Progress& progress);

// The same of some rows alone, ascending: the others have been left out before, and models measure
// against all of them. No more are left out.
Bucketization bucketize(const Microdata& data, std::span<const Row> rows,
                        const BucketizationOptions& options, Random& random,
                        const Progress& progress);

}  // namespace microdata
