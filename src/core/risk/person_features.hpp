#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/known_features.hpp"

namespace microdata {

// What is known of persons by attributes of their rows, one value a person: how many rows there
// are and, for each attribute, the value that most of the rows have, and how many different ones.
// `rows`: of every row; `person_of`: whose it is.
std::vector<KnownAttribute> known_by_rows(std::span<const KnownAttribute> rows,
                                          std::span<const std::uint32_t> person_of,
                                          std::size_t persons, const Progress& progress);

}  // namespace microdata
