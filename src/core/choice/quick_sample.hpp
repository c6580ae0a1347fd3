#pragma once

#include <cstddef>
#include <optional>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

// How much a quick attack looks at, and what tells most there.

namespace microdata {

// The number of persons to learn from. Learning takes as long as there are persons and attributes
// of each: some 20 ms, or a twentieth of the time in which a large table is published.
std::size_t persons_to_learn_from(const Microdata& data);

// The quasi-identifier that tells most of a sensitive attribute; none where all tell nothing.
std::optional<std::size_t> most_telling(const Microdata& sample, std::size_t attribute,
                                        const Progress& progress);

}  // namespace microdata
