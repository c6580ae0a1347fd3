#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/near_guess.hpp"
#include "core/slicing/attribute_partition.hpp"

namespace microdata {

// The quasi-identifiers of all rows, as an attacker takes them that knows them.
KnownFeatures known_features(const Microdata& data, const Progress& progress);

// The sensitive attributes in the order of the columns, which is that of a view of them.
std::vector<std::size_t> sensitive_in_order(const Microdata& data,
                                            const AttributePartition& columns);

// The values near a guess of an attribute with numbers, by the default tolerance.
std::optional<NearValues> near_values(const Microdata& data, std::size_t attribute);

std::vector<Row> random_order(std::size_t count, Random& random);

}  // namespace microdata
