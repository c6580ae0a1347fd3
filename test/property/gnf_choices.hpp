#pragma once

#include <vector>

#include "core/gnf/guardian_normal_form.hpp"
#include "property/random_table.hpp"

namespace microdata::test {

// Returns each of the attributes with the given chance.
AttributeSet random_attributes(Choices& choices, std::size_t attributes, double chance);

// Returns random rules over at least two attributes. Some have several attributes on the right;
// half of the sets have an l for each.
std::vector<PrivacyRule> random_rules(Choices& choices, std::size_t attributes, int most);

// Returns some of the attributes, and notes in the rules that they have harmless values.
AttributeSet choose_harmless(Choices& choices, std::size_t attributes,
                             std::vector<PrivacyRule>& rules);

// Returns random parts; some enforce one of the rules or a rule for their own attributes.
std::vector<Part> random_parts(Choices& choices, std::size_t attributes,
                               const std::vector<PrivacyRule>& rules, int most);

}  // namespace microdata::test
