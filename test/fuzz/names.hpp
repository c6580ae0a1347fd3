#pragma once

#include <string>
#include <vector>

#include "choice.hpp"

namespace microdata::fuzz {

// A name that is not among those taken: a plain one, or one that needs quoting, is as long as names
// can be, or is a word of the extension's own.
std::string new_name(Choice& choice, const std::vector<std::string>& taken, int strange_percent);

}  // namespace microdata::fuzz
