#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "choice.hpp"
#include "subject.hpp"
#include "world.hpp"

namespace microdata::fuzz {

// Mark behind a text in place of a list, for which SQLSTATE 22P02 is correct.
inline constexpr const char* no_list_mark = " /* no list */";

// A maker of an argument as an SQL expression.
using ArgumentMaker = std::function<std::string(Choice&, const Subject&)>;

// Returns the maker of an argument, which can depend on the function. Returns a null pointer if no
// maker exists for the name.
const ArgumentMaker* argument_maker(const std::string& function, const std::string& argument);

}  // namespace microdata::fuzz
