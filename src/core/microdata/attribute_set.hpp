#pragma once

#include "core/microdata/microdata.hpp"

namespace microdata {

AttributeSet attributes_with_role(const Microdata& data, Role role);

// Those of some attributes that have the role.
AttributeSet with_role(const Microdata& data, const AttributeSet& attributes, Role role);

// All attributes that a release shows, in the table's order: every one but the identifiers.
AttributeSet published_attributes(const Microdata& data);

// Of sets that ascend without repetition; so do the results.
bool is_subset(const AttributeSet& part, const AttributeSet& whole);
bool contains(const AttributeSet& attributes, std::size_t attribute);
AttributeSet united(const AttributeSet& a, const AttributeSet& b);
AttributeSet intersection(const AttributeSet& a, const AttributeSet& b);
AttributeSet without(const AttributeSet& attributes, const AttributeSet& left_out);

}  // namespace microdata
