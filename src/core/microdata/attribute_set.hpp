#pragma once

#include "core/microdata/microdata.hpp"

namespace microdata {

AttributeSet attributes_with_role(const Microdata& data, Role role);

// Those of some attributes that have the role.
AttributeSet with_role(const Microdata& data, const AttributeSet& attributes, Role role);

// All attributes that a release shows, in the table's order: every one but the identifiers.
AttributeSet published_attributes(const Microdata& data);

}  // namespace microdata
