#pragma once

#include <span>

#include "core/base/progress.hpp"
#include "core/gnf/guardian_normal_form.hpp"
#include "core/gnf/privacy_rule.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Returns an upper bound of the probability that the parts give to a combination of S that is not
// harmless, for a rule whose Q does not reach `unreached`, some attributes of S. The data has the
// published rows, at least one.
//
// Exchanging the rows of any two people in all parts that Q does not reach gives an assignment that
// is as probable. What one side of such a part shows together therefore has its share in the table
// for everybody, and parts that nothing connects are independent. The other attributes of S can be
// certain.
double share_of_unreached(const Microdata& data, std::span<const Part> parts,
                          const PrivacyRule& rule, const AttributeSet& unreached,
                          const Progress& progress);

}  // namespace microdata
