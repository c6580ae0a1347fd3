#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/known_features.hpp"

namespace microdata {

// Returns attributes of persons that are derived from their rows, with one value for each person.
// They are the number of rows and, for each attribute, the most frequent value and the number of
// different values. `rows` has the attributes of every row, and `person_of` the person of every
// row.
std::vector<KnownAttribute> known_by_rows(std::span<const KnownAttribute> rows,
                                          std::span<const std::uint32_t> person_of,
                                          std::size_t persons, const Progress& progress);

}  // namespace microdata
