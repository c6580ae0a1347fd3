#include "core/gnf/privacy_rule.hpp"

#include <algorithm>

#include "core/microdata/attribute_set.hpp"
#include "core/privacy/implication.hpp"

namespace microdata {

bool implies(std::span<const PrivacyModel> guarantee, std::span<const PrivacyModel> other) {
  if (guarantee.empty() || other.empty()) return guarantee.empty() && other.empty();
  return std::all_of(other.begin(), other.end(), [&](const PrivacyModel& wanted) {
    return std::any_of(guarantee.begin(), guarantee.end(),
                       [&](const PrivacyModel& given) { return implies(given, wanted); });
  });
}

std::vector<PrivacyModel> joined(const std::vector<PrivacyModel>& a,
                                 const std::vector<PrivacyModel>& b) {
  std::vector<PrivacyModel> result;
  const auto add = [&](const PrivacyModel& model) {
    const auto implied = [&](const PrivacyModel& given) { return implies(given, model); };
    if (std::any_of(result.begin(), result.end(), implied)) return;
    std::erase_if(result, [&](const PrivacyModel& given) { return implies(model, given); });
    result.push_back(model);
  };
  std::for_each(a.begin(), a.end(), add);
  std::for_each(b.begin(), b.end(), add);
  return result;
}

bool carries_over(const PrivacyRule& rule, const AttributeSet& smaller) {
  return !is_subset(smaller, rule.with_harmless) &&
         std::all_of(rule.guarantee.begin(), rule.guarantee.end(), holds_for_combinations);
}

std::vector<PrivacyRule> by_attribute(const PrivacyRule& rule) {
  std::vector<PrivacyRule> rules;
  for (const std::size_t a : rule.sensitive)
    rules.push_back({rule.known, {a}, rule.guarantee, intersection({a}, rule.with_harmless)});
  return rules;
}

bool follows(const PrivacyRule& rule, const PrivacyRule& other) {
  return is_subset(rule.known, other.known) && is_subset(other.sensitive, rule.sensitive) &&
         implies(other.guarantee, rule.guarantee) &&
         (other.sensitive.size() == rule.sensitive.size() || carries_over(rule, other.sensitive));
}

std::vector<PrivacyRule> irreducible(std::span<const PrivacyRule> rules, const Progress& progress) {
  std::vector<PrivacyRule> result;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    bool redundant = false;
    for (std::size_t j = 0; j < rules.size() && !redundant; ++j) {
      progress.checkpoint();
      redundant = i != j && follows(rules[i], rules[j]) && (j < i || !follows(rules[j], rules[i]));
    }
    if (!redundant) result.push_back(rules[i]);
  }
  return result;
}

}  // namespace microdata
