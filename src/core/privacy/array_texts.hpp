#pragma once

#include <string>
#include <string_view>

namespace microdata {

// Returns the elements of an array in PostgreSQL's notation, which may be cut, without its braces,
// quotes and backslashes, one a line.
std::string elements_as_written(std::string_view array);

}  // namespace microdata
