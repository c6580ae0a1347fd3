#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/classification/column_names.hpp"

namespace microdata {

// Returns the meaning of each of a table's columns by its own name and by the other names. If there
// are "first" and "last", both are names of persons; a year, a month and a day of birth are one
// date together. Empty names stand for hidden columns.
std::vector<NamedFor> named_together(std::span<const std::string> columns, std::string_view table);

}  // namespace microdata
