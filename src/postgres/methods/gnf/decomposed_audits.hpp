#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/membership_audit.hpp"

namespace microdata::postgres {

// De Finetti's attack on a decomposition, by all parts together: parts that show sensitive
// attributes are joined on these along their join tree, and on what the adversary knows. Sensitive
// is what a rule protects.
std::vector<InferenceFigures> audit_inference_in_parts(const Release& release,
                                                       const InferenceRequest& request,
                                                       Random& random, const Progress& progress);

// Members against outsiders of a decomposition, by all parts together, joined along their join tree
// on what they share. Known are all attributes, or those that no rule protects. Without a relation
// of outsiders these are drawn, each attribute's value a random member's.
std::vector<MembershipOfKnown> audit_membership_in_parts(const Release& release,
                                                         const std::optional<Oid>& outsiders,
                                                         Random& random, const Progress& progress);

}  // namespace microdata::postgres
