#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/bucketization/bucketization.hpp"
#include "property/bucketization_oracle.hpp"
#include "property/random_table.hpp"

namespace microdata::test {

// At least 1, mostly a whole number or a half.
double random_l(Choices& choices);

// Some with suppression, privacy models and two threads.
BucketizationOptions random_options(Choices& choices);

// A table of which only the sensitive attributes matter.
Microdata sensitive_table(const std::vector<std::vector<Code>>& columns);

std::vector<Row> all_rows(const Microdata& data);

// Nothing where there is no release.
std::optional<Bucketization> try_to_bucketize(const Microdata& data,
                                              const BucketizationOptions& options,
                                              std::uint64_t seed);

// For the oracle.
oracle::Buckets oracle_buckets(const TuplePartition& partition);
oracle::Bucket suppressed_rows(const Microdata& data, const TuplePartition& partition);

}  // namespace microdata::test
