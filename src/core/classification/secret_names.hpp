#pragma once

#include <string_view>

namespace microdata {

// True if a column's name has a word for what most people keep to themselves: health, money,
// belief, crime, grades. English, German, French and Spanish.
bool is_named_for_secrets(std::string_view column);

}  // namespace microdata
