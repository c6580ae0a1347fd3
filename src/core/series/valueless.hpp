#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/code.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/mondrian_space.hpp"
#include "core/series/signature.hpp"

namespace microdata {

// True if an edition may show withheld persons without a value. `shown` says of every value in how
// many of the edition's buckets it is.
//
// A person who is shown so has a value outside of a signature. Which signature that is may be open:
// persons look alike, columns are permuted, ranges overlap. Therefore no value may have more than
// 1/m of what the edition shows outside of a signature, whichever of `signatures` it is. Then a
// value outside has at most 1/m for who takes all values for equally probable, as there are m or
// more, and for who goes by how often the edition shows them. Who is taken for somebody who is
// withheld gets a mean of 1/m at most, too. The edition shows all this; nothing follows from
// whether persons are shown.
//
// Takes O(d log d) time for d values, and the time to read the signatures once.
bool may_show_valueless(std::span<const Signature> signatures, std::span<const std::uint64_t> shown,
                        std::uint32_t m);

// Returns the least of what is shown outside of a signature, divided by what the most frequent
// value there has of it: persons may be shown without a value if it is m or more. 0 if nothing is
// outside.
double diversity_outside(std::span<const Signature> signatures,
                         std::span<const std::uint64_t> shown);

// Divides persons into groups of near ones, of m persons or more, by their quasi-identifiers alone.
// Groups and persons of a group are in random order. Nothing if there are fewer than m.
TuplePartition group_valueless(const Microdata& data, const std::vector<Axis>& axes,
                               std::vector<Row> persons, std::uint32_t m, Random& random,
                               const Progress& progress);

}  // namespace microdata
