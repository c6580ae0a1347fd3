#pragma once

#include <string>
#include <vector>

#include "choice.hpp"

namespace microdata::fuzz {

// Returns a name that is not taken. The name is plain, needs quoting, has the maximum length, or is
// a word of the extension.
std::string new_name(Choice& choice, const std::vector<std::string>& taken, int strange_percent);

}  // namespace microdata::fuzz
