#pragma once

#include <span>
#include <string_view>

namespace microdata::client {

// Meaning of a function's argument, with the heading of its group, from sql/*.sql.
struct ArgumentComment {
  std::string_view function;
  std::string_view argument;
  std::string_view group;
  std::string_view meaning;
};

// Returns the meanings of all arguments of public functions, in their order.
// scripts/argument-comments writes this function.
std::span<const ArgumentComment> argument_comments();

}  // namespace microdata::client
