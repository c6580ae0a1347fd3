#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/fragment_view.hpp"

namespace microdata {

// Returns the probability that a subject is among the published persons, for an attacker who joins
// all fragments on the class (fragmentation paper, section 5.1). The dividend is the number of rows
// of the join of the equivalence classes that the subject's values fall into. The divisor is the
// number of rows of the join of all fragments. The probability is 0 if a fragment has no such
// class, or if nothing joins. If a fragment has several such classes, their rows are taken
// together. An ambiguous value is equally likely each of the values that its equivalence class
// publishes, so that rows are expected numbers over all versions. `matching` has, by fragment, the
// numbers of these classes, each once.
double membership_likelihood(std::span<const FragmentView> fragments,
                             std::span<const std::vector<std::uint32_t>> matching,
                             const Progress& progress);

}  // namespace microdata
