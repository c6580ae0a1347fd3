#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/membership_figures.hpp"

namespace microdata::postgres {

// Members against outsiders of a decomposition, by all parts together, joined along their join tree
// on what they share. Known are all attributes, or those that no rule protects. Without a relation
// of outsiders these are drawn, each attribute's value a random member's.
std::vector<MembershipOfKnown> audit_membership_in_parts(const Release& release,
                                                         const std::optional<Oid>& outsiders,
                                                         Random& random, const Progress& progress);

}  // namespace microdata::postgres
