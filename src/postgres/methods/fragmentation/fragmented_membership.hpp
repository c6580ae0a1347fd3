#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/membership_figures.hpp"

namespace microdata::postgres {

// Members against outsiders of fragments, by all of them together, joined on the class. Who knows
// the quasi-identifiers knows the class where it is one. Without a relation of outsiders these are
// drawn, each attribute's value a random member's.
std::vector<MembershipOfKnown> audit_membership_in_fragments(const Release& release,
                                                             const std::optional<Oid>& outsiders,
                                                             Random& random,
                                                             const Progress& progress);

}  // namespace microdata::postgres
