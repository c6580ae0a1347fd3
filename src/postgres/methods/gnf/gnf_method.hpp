#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/utility/distribution_model.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/audits/membership_audit.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/method.hpp"

namespace microdata::postgres {

// Reports a NOTICE if the divergence has no closed form.
void report_fitting(const Divergence& divergence);

extern const Method gnf_method;
extern const LayoutOperations part_operations;

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

// Recomputes every guarantee of a release by gnf_decompose(). Its parts must be in Guardian Normal
// Form for its rules, and every part must meet its own guarantees.
std::vector<Finding> verify_decomposed(const Release& release, const Progress& progress);

// Returns how well an attacker can guess sensitive values from the part in which this is easiest.
DisclosureFigures disclosure_of_decomposed(const Release& release, const Progress& progress);

}  // namespace microdata::postgres
