#include "core/gnf/rule_expansion.hpp"

#include <algorithm>

namespace microdata {

RuleExpansion expand(std::span<const PrivacyRule> rules,
                     std::span<const FunctionalDependency> dependencies, const Progress& progress) {
  RuleExpansion result;
  result.rules.assign(rules.begin(), rules.end());
  // Rules that can be protected. An added rule that follows only from the other rules would be lost
  // with them.
  std::vector<PrivacyRule> required;
  std::vector<PrivacyRule> added;
  for (std::size_t r = 0; r < rules.size(); ++r) {
    const std::vector<AttributeSet> determinants =
        minimal_determinants(rules[r].sensitive, rules[r].known, dependencies, progress);
    if (determinants.front().empty()) {
      result.unprotectable.push_back(r);
      continue;
    }
    required.push_back(rules[r]);
    for (const AttributeSet& determinant : determinants)
      added.push_back({rules[r].known, determinant, rules[r].guarantee});
  }
  for (const PrivacyRule& rule : added) {
    const auto implies_it = [&](const PrivacyRule& given) {
      progress.checkpoint();
      return follows(rule, given);
    };
    if (std::any_of(required.begin(), required.end(), implies_it)) continue;
    required.push_back(rule);
    result.rules.push_back(rule);
  }
  return result;
}

}  // namespace microdata
