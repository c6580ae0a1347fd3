#pragma once

#include <functional>
#include <string>
#include <vector>

#include "choice.hpp"

namespace microdata::fuzz {

// A type of attributes, and how values of it are made up.
struct ValueType {
  std::string declaration;
  std::function<std::string(Choice&)> value;  // in the type's input syntax
  bool ordered = true;                        // has a btree operator class
  bool usual = false;                         // the types that most tables are made of
};

const std::vector<ValueType>& value_types();

// Made once in a database: the types, collations and functions that relations are made of.
std::string type_definitions();

}  // namespace microdata::fuzz
