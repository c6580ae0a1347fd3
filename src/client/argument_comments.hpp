#pragma once

#include <span>
#include <string_view>

namespace microdata::client {

// The meaning of a function's argument, and the heading of its group, as sql/*.sql have them.
struct ArgumentComment {
  std::string_view function;
  std::string_view argument;
  std::string_view group;
  std::string_view meaning;
};

// Returns the meanings of all arguments of public functions, in their order.
// scripts/argument-comments writes the function.
std::span<const ArgumentComment> argument_comments();

}  // namespace microdata::client
