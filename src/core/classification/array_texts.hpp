#pragma once

#include <string>
#include <string_view>

namespace microdata {

// Returns the elements of an array in PostgreSQL's notation, one per line, without braces, quotes
// and backslashes. The text of the array might be cut off.
std::string elements_as_written(std::string_view array);

}  // namespace microdata
