#pragma once

#include "core/privacy/privacy_model.hpp"

namespace microdata {

// Whether every group for which `a` holds is one for which `b` holds, as far as the models' forms
// tell: of one kind and measure, `a` with the bounds at least as strict.
bool implies(const PrivacyModel& a, const PrivacyModel& b);

// Whether a model that holds for the values of an attribute holds for the combinations of its
// values with another's too. Of those that compare shares with the table's it need not.
bool holds_for_combinations(const PrivacyModel& model);

}  // namespace microdata
