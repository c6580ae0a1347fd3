#pragma once

#include "core/microdata/microdata.hpp"

namespace microdata {

AttributeSet attributes_with_role(const Microdata& data, Role role);

// Returns those of some attributes that have the role.
AttributeSet with_role(const Microdata& data, const AttributeSet& attributes, Role role);

// Returns all attributes that a release shows, in the table's order: every attribute except
// identifiers.
AttributeSet published_attributes(const Microdata& data);

// Operations on sets that ascend without repetition, as do the results.
bool is_subset(const AttributeSet& part, const AttributeSet& whole);
bool contains(const AttributeSet& attributes, std::size_t attribute);
AttributeSet united(const AttributeSet& a, const AttributeSet& b);
AttributeSet intersection(const AttributeSet& a, const AttributeSet& b);
AttributeSet without(const AttributeSet& attributes, const AttributeSet& left_out);

}  // namespace microdata
