#pragma once

#include <array>
#include <cstddef>

#include "core/microdata/microdata.hpp"
#include "core/microdata/random.hpp"
#include "core/slicing/attribute_partition.hpp"

// What membership in a sliced table is protected by (slicing paper, section 6.3).

namespace microdata::experiment {

// Tuples with at most 10 matching buckets, with 11 to 20, and with more.
using ByMatchingBuckets = std::array<double, 3>;

struct FakeTuples {
  // Rows of the table.
  ByMatchingBuckets originals{};
  // Tuples that are not in the table and match a bucket, each once: estimated from a sample.
  ByMatchingBuckets fakes{};
  double all_fakes = 0;
  double standard_error = 0;
};

// The table in those columns, and in random buckets of `size` tuples, the last of fewer.
FakeTuples count_fake_tuples(const Microdata& data, const AttributePartition& columns, Row size,
                             std::size_t draws, Random& random);

}  // namespace microdata::experiment
