#pragma once

#include <functional>
#include <string>
#include <vector>

#include "choice.hpp"

namespace microdata::fuzz {

// A type of attributes and the maker of its values.
struct ValueType {
  std::string declaration;
  std::function<std::string(Choice&)> value;  // in the type's input syntax
  bool ordered = true;                        // has a btree operator class
  bool usual = false;                         // one of the types of most tables
};

const std::vector<ValueType>& value_types();

// Returns the definitions of types, collations and functions for relations, which a database needs
// once.
std::string type_definitions();

}  // namespace microdata::fuzz
