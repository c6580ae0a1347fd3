#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/near_guess.hpp"
#include "core/slicing/attribute_partition.hpp"

namespace microdata {

// Returns the quasi-identifiers of all rows, as known by an attacker.
KnownFeatures known_features(const Microdata& data, const Progress& progress);

// Returns the sensitive attributes in the order of the columns, as in a view of these columns.
std::vector<std::size_t> sensitive_in_order(const Microdata& data,
                                            const AttributePartition& columns);

// Returns the values near each guess of an attribute with numbers, within the default tolerance.
// Returns nothing if the attribute has no numbers.
std::optional<NearValues> near_values(const Microdata& data, std::size_t attribute);

std::vector<Row> random_order(std::size_t count, Random& random);

}  // namespace microdata
