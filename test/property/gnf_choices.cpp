#include "property/gnf_choices.hpp"

#include "core/microdata/attribute_set.hpp"

namespace microdata::test {

AttributeSet random_attributes(Choices& choices, std::size_t attributes, double chance) {
  AttributeSet result;
  for (std::size_t a = 0; a < attributes; ++a) {
    if (choices.real() < chance) result.push_back(a);
  }
  return result;
}

std::vector<PrivacyRule> random_rules(Choices& choices, std::size_t attributes, int most) {
  std::vector<PrivacyRule> rules(static_cast<std::size_t>(choices.between(0, most)));
  const bool own_l = choices.one_in(2);
  for (PrivacyRule& rule : rules) {
    rule.sensitive = {
        static_cast<std::size_t>(choices.between(0, static_cast<int>(attributes) - 1))};
    if (choices.one_in(5))
      rule.sensitive = united(rule.sensitive, random_attributes(choices, attributes, 0.3));
    rule.known = without(random_attributes(choices, attributes, choices.one_in(2) ? 0.3 : 0.6),
                         rule.sensitive);
    if (own_l) rule.guarantee = {LDiversity{static_cast<double>(choices.between(2, 4))}};
  }
  return rules;
}

AttributeSet choose_harmless(Choices& choices, std::size_t attributes,
                             std::vector<PrivacyRule>& rules) {
  const AttributeSet with_harmless =
      random_attributes(choices, attributes, choices.one_in(2) ? 0 : 0.5);
  for (PrivacyRule& rule : rules)
    rule.with_harmless = intersection(rule.sensitive, with_harmless);
  return with_harmless;
}

std::vector<Part> random_parts(Choices& choices, std::size_t attributes,
                               const std::vector<PrivacyRule>& rules, int most) {
  std::vector<Part> parts(static_cast<std::size_t>(choices.between(0, most)));
  for (Part& part : parts) {
    part.attributes = random_attributes(choices, attributes, 0.4);
    if (rules.empty() || choices.one_in(3)) continue;
    PrivacyRule rule = choices.of(rules);
    if (choices.one_in(2)) {
      part.attributes = united(part.attributes, rule.sensitive);
      rule.known = choices.one_in(2) ? without(part.attributes, rule.sensitive)
                                     : intersection(rule.known, part.attributes);
    } else {
      part.attributes = united(part.attributes, united(rule.known, rule.sensitive));
    }
    part.enforced = rule;
  }
  return parts;
}

}  // namespace microdata::test
