#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/code.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/mondrian_space.hpp"
#include "core/series/signature.hpp"

namespace microdata {

// True if an edition may show withheld persons without a value. `shown` has the number of the
// edition's buckets with each value.
//
// A person that is shown so has a value outside of a signature. The signature might be uncertain:
// persons look alike, columns are shuffled, ranges overlap. Therefore no value may have more than
// 1/m of the values that the edition shows outside of a signature, for any of `signatures`. A value
// outside then has at most 1/m for an attacker that takes all values for equally probable, because
// there are at least m. The same holds for an attacker that uses the frequency of values in the
// edition. A person taken for a withheld one also gets a mean of at most 1/m. The edition shows all
// this; showing persons or not discloses nothing.
//
// Takes O(d log d) time for d values, and the time to read the signatures once.
bool may_show_valueless(std::span<const Signature> signatures, std::span<const std::uint64_t> shown,
                        std::uint32_t m);

// Returns the least number of values shown outside of a signature, divided by the number of the
// most frequent value among them. Persons may be shown without a value if the result is at least m.
// The result is 0 if no value is outside, and infinite without signatures.
double diversity_outside(std::span<const Signature> signatures,
                         std::span<const std::uint64_t> shown);

// Divides persons into groups of at least m near ones, by their quasi-identifiers alone. Groups and
// persons of a group are in random order. Empty if there are fewer than m.
TuplePartition group_near(const Microdata& data, const std::vector<Axis>& axes,
                          std::vector<Row> persons, std::uint32_t m, Random& random,
                          const Progress& progress);

}  // namespace microdata
