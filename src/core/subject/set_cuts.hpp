#pragma once

#include <memory>

#include "core/partition/cut_requirement.hpp"
#include "core/subject/set_rule.hpp"

namespace microdata {

// Returns the rule for classes whose rows are persons, as a requirement of cut_by_gain(). `rule`
// must outlive the result.
std::unique_ptr<const CutRequirement> cut_requirement(const SetRule& rule);

}  // namespace microdata
