#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/audits/membership_audit.hpp"
#include "postgres/catalog/catalog.hpp"

namespace microdata::postgres {

// Makes de Finetti's attack on a decomposition, with all parts together. Parts that show sensitive
// attributes are joined on these along their join tree, and on the attacker's knowledge. Attributes
// that a rule protects are sensitive.
std::vector<InferenceFigures> audit_inference_in_parts(const Release& release,
                                                       const InferenceRequest& request,
                                                       Random& random, const Progress& progress);

// Compares members with outsiders of a decomposition, with all parts joined along their join tree
// on shared attributes. The attacker knows all attributes, or those that no rule protects. Without
// a relation of outsiders, outsiders are drawn: each attribute has the value of a random member.
std::vector<MembershipOfKnown> audit_membership_in_parts(const Release& release,
                                                         const std::optional<Oid>& outsiders,
                                                         Random& random, const Progress& progress);

}  // namespace microdata::postgres
