#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/gnf/functional_dependency.hpp"
#include "core/gnf/privacy_rule.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

struct RuleExpansion {
  // The given rules, then those that the dependencies add.
  std::vector<PrivacyRule> rules;
  // The given rules Q -> S, by index, where Q determines S: no release protects these.
  std::vector<std::size_t> unprotectable;
};

// What must hold so that an adversary who knows the dependencies breaks no rule (Theorem 3.2, for
// l-diversity): with Q -> S, for every X that determines S, Q -> X. What of X is in Q is known, so
// that Q -> X - Q is added. Dependencies that follow from the given ones count, so that what the
// added rules would bring is there already; a rule that follows from another is not added.
RuleExpansion expand(std::span<const PrivacyRule> rules,
                     std::span<const FunctionalDependency> dependencies, const Progress& progress);

}  // namespace microdata
