#pragma once

#include <optional>
#include <string>

#include "choice.hpp"

namespace microdata::fuzz {

// Returns an expression at the end of a type, such as 1e308 or an array of NULL; nothing of types
// that have no ends.
std::optional<std::string> extreme_of(Choice& choice, const std::string& type);

}  // namespace microdata::fuzz
