#pragma once

#include <array>
#include <cstddef>

#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/slicing/attribute_partition.hpp"

// Counts of fake tuples, which protect membership in a sliced table (slicing paper, section 6.3).

namespace microdata::experiment {

// Numbers of tuples with at most 10 matching buckets, with 11 to 20, and with more.
using ByMatchingBuckets = std::array<double, 3>;

struct FakeTuples {
  // Number of rows of the table.
  ByMatchingBuckets originals{};
  // Number of distinct tuples that match a bucket and are not in the table, estimated from a
  // sample.
  ByMatchingBuckets fakes{};
  double all_fakes = 0;
  double standard_error = 0;
};

// Counts the fake tuples of the table in the given columns and in random buckets of `size` tuples;
// the last bucket has fewer.
FakeTuples count_fake_tuples(const Microdata& data, const AttributePartition& columns, Row size,
                             std::size_t draws, Random& random);

}  // namespace microdata::experiment
