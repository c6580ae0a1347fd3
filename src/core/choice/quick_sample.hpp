#pragma once

#include <cstddef>
#include <optional>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

// Sample size of a quick attack, and the quasi-identifier that discloses most in the sample.

namespace microdata {

// Returns the number of persons to learn from. Learning time is proportional to the numbers of
// persons and attributes. The limit keeps learning to some 20 ms, or a twentieth of the time to
// publish a large table.
std::size_t persons_to_learn_from(const Microdata& data);

// Returns the quasi-identifier that discloses most about a sensitive attribute; none if all
// disclose nothing.
std::optional<std::size_t> most_telling(const Microdata& sample, std::size_t attribute,
                                        const Progress& progress);

}  // namespace microdata
