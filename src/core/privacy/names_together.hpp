#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/privacy/column_names.hpp"

namespace microdata {

// Returns the meaning of each of a table's columns by its name and those beside it: "first" beside
// "last" has names of persons; a year, a month and a day of birth are one date together. Empty
// names are of columns that nobody sees.
std::vector<NamedFor> named_together(std::span<const std::string> columns, std::string_view table);

}  // namespace microdata
