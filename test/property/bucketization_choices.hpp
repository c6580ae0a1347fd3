#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/bucketization/bucketization.hpp"
#include "property/bucketization_oracle.hpp"
#include "property/random_table.hpp"

namespace microdata::test {

// Returns an l of at least 1, mostly a whole number or a half.
double random_l(Choices& choices);

// Returns options, some of them with suppression, privacy models and two threads.
BucketizationOptions random_options(Choices& choices);

// Returns a table with the given sensitive attributes only.
Microdata sensitive_table(const std::vector<std::vector<Code>>& columns);

std::vector<Row> all_rows(const Microdata& data);

// Returns the release, or no value if there is none.
std::optional<Bucketization> try_to_bucketize(const Microdata& data,
                                              const BucketizationOptions& options,
                                              std::uint64_t seed);

// Conversions for the oracle.
oracle::Buckets oracle_buckets(const TuplePartition& partition);
oracle::Bucket suppressed_rows(const Microdata& data, const TuplePartition& partition);

}  // namespace microdata::test
