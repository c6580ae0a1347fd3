#include "core/gnf/rule_expansion.hpp"

#include <algorithm>

namespace microdata {

RuleExpansion expand(std::span<const PrivacyRule> rules,
                     std::span<const FunctionalDependency> dependencies, const Progress& progress) {
  RuleExpansion result;
  result.rules.assign(rules.begin(), rules.end());
  for (std::size_t r = 0; r < rules.size(); ++r) {
    for (const AttributeSet& determinant :
         minimal_determinants(rules[r].sensitive, rules[r].known, dependencies, progress)) {
      if (determinant.empty()) {
        result.unprotectable.push_back(r);
        continue;
      }
      const PrivacyRule added{rules[r].known, determinant, rules[r].guarantee};
      const auto implied = [&](const PrivacyRule& given) { return follows(added, given); };
      if (std::none_of(result.rules.begin(), result.rules.end(), implied))
        result.rules.push_back(added);
    }
  }
  return result;
}

}  // namespace microdata
