#pragma once

#include "core/privacy/privacy_model.hpp"

namespace microdata {

// True if `b` holds for every group for which `a` holds, as far as the forms of the models show it.
// Both must have one kind and measure, and the bounds of `a` must be at least as strict.
bool implies(const PrivacyModel& a, const PrivacyModel& b);

// True if a model that holds for the values of an attribute also holds for the combinations of its
// values with another attribute's. Models that compare shares with the table's need not.
bool holds_for_combinations(const PrivacyModel& model);

}  // namespace microdata
