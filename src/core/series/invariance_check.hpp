#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/code.hpp"

namespace microdata {

// Content of an edition about a bucket.
struct InvariantBucket {
  // Sensitive values, counterfeits included, in any order.
  std::vector<Code> values;
  // Number of rows that are not counterfeits.
  std::uint32_t persons = 0;
};

inline constexpr std::uint32_t not_published = std::numeric_limits<std::uint32_t>::max();

struct InvariantEdition {
  std::vector<InvariantBucket> buckets;
  // Bucket by person of the series, or not_published.
  std::vector<std::uint32_t> bucket_of;
  // Values of published persons, if the source still has them; otherwise empty.
  std::vector<Code> values;
};

// Fault of an edition against m-invariance.
struct InvarianceFault {
  enum class Kind {
    too_few_values,     // fewer than m
    repeated_value,     // `value` is published twice
    no_person,          // all values are counterfeits
    too_many_persons,   // more than values
    miscounted,         // not as many persons as are known to be in the bucket
    missing_value,      // `person` has `value`, which the bucket lacks
    shared_value,       // `person` has `value`, as another person of the same bucket
    changed_signature,  // `person` had a bucket with other values in `before`
  };
  Kind kind = Kind::too_few_values;
  std::size_t edition = 0;
  std::uint32_t bucket = 0;
  std::uint32_t person = 0;
  Code value = 0;
  std::size_t before = 0;

  bool operator==(const InvarianceFault&) const = default;
};

// Returns every fault of every edition (m-uniqueness and m-invariance, definitions 2 and 3 of Xiao
// and Tao, SIGMOD 2007, with counterfeits). Only the published content and the persons' buckets
// count. A person's signature is that of the first edition with the person. Only the first repeated
// value of each bucket is reported. Editions number the same persons.
std::vector<InvarianceFault> check_invariance(std::span<const InvariantEdition> editions,
                                              std::uint32_t m, const Progress& progress);

}  // namespace microdata
