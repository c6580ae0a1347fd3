#pragma once

#include <optional>
#include <string>

#include "choice.hpp"

namespace microdata::fuzz {

// Returns an expression for an extreme value of a type, such as 1e308 or an array of NULL; no value
// if the type has no extremes.
std::optional<std::string> extreme_of(Choice& choice, const std::string& type);

}  // namespace microdata::fuzz
