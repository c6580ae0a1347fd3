#pragma once

#include "postgres/server/api.hpp"

#include <span>
#include <string>
#include <vector>

#include "postgres/server/arguments.hpp"

namespace microdata::postgres {

// Arguments of a call as arguments of another one, by name, that servers are asked to make:
// constants of the same types and values.
std::vector<std::string> passed_arguments(const Arguments& arguments,
                                          std::span<const char* const> names);

// An array of texts as a constant.
std::string text_array_constant(const std::vector<std::string>& texts);

}  // namespace microdata::postgres
