#pragma once

#include <memory>

#include "core/partition/cut_requirement.hpp"
#include "core/subject/set_rule.hpp"

namespace microdata {

// The rule for classes of persons, whose rows are persons, as what cut_by_gain() asks of parts.
// `rule` outlives it.
std::unique_ptr<const CutRequirement> cut_requirement(const SetRule& rule);

}  // namespace microdata
