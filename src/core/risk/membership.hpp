#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/fragment_view.hpp"

namespace microdata {

// How likely it is that a subject is among the persons published, to who joins all fragments on the
// class (fragmentation paper, section 5.1): rows of the join of the equivalence classes that the
// subject's values fall into, by the rows of the join of all fragments. 0 where a fragment has no
// such class, or nothing joins at all; where it has several, their rows are taken together.
// An ambiguous value is each of those that its equivalence class publishes with the same
// likelihood, so that rows are those expected over all versions. `matching`: by fragment, the
// numbers of these classes, each once.
double membership_likelihood(std::span<const FragmentView> fragments,
                             std::span<const std::vector<std::uint32_t>> matching,
                             const Progress& progress);

}  // namespace microdata
