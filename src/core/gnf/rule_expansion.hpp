#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/gnf/functional_dependency.hpp"
#include "core/gnf/privacy_rule.hpp"

namespace microdata {

struct RuleExpansion {
  // The given rules, followed by those that the dependencies add.
  std::vector<PrivacyRule> rules;
  // Indexes of the given rules Q -> S with Q determining S, which no release protects.
  std::vector<std::size_t> unprotectable;
};

// Returns the rules that must hold so that an attacker with knowledge of the dependencies breaks no
// rule (Theorem 3.2, for l-diversity). With Q -> S these are Q -> X for every X that determines S.
// The attributes of X in Q are known, so that Q -> X - Q is added. Consequences of the given
// dependencies count, so that the added rules require no further ones. A rule that follows from
// another is not added.
RuleExpansion expand(std::span<const PrivacyRule> rules,
                     std::span<const FunctionalDependency> dependencies, const Progress& progress);

}  // namespace microdata
