#pragma once

#include <vector>

#include "core/gnf/guardian_normal_form.hpp"
#include "property/random_table.hpp"

namespace microdata::test {

// Each of so many attributes with the given chance.
AttributeSet random_attributes(Choices& choices, std::size_t attributes, double chance);

// Over so many attributes, at least two; some with several attributes on the right, and in half of
// the cases with an l of their own each.
std::vector<PrivacyRule> random_rules(Choices& choices, std::size_t attributes, int most);

// Some of which enforce one of the rules or a rule for their own attributes.
std::vector<Part> random_parts(Choices& choices, std::size_t attributes,
                               const std::vector<PrivacyRule>& rules, int most);

}  // namespace microdata::test
