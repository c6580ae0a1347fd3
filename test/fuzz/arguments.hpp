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

// Stands behind a text where a list belongs, for which SQLSTATE 22P02 is right.
inline constexpr const char* no_list_mark = " /* no list */";

// Makes up an argument as an expression of SQL.
using ArgumentMaker = std::function<std::string(Choice&, const Subject&)>;

// How an argument of this name is made up, of a function that may have its own idea of it; none
// where nobody thought of it.
const ArgumentMaker* argument_maker(const std::string& function, const std::string& argument);

}  // namespace microdata::fuzz
