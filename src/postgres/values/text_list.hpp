#pragma once

#include <string>

#include "postgres/server/error.hpp"

namespace microdata::postgres {

// Whether a text begins as an array's does: with a brace, or with dimensions as in [0:1]={a,b}.
bool begins_as_array(const std::string& text);

// The array literal that a plain name stands for: a list of one. Empty where the text is no plain
// name, as with commas, quotes or brackets.
std::string list_of_one(const std::string& given);

// What is wrong with a text that is no array's, with a HINT that writes the array out.
Error malformed_list(const std::string& given);

}  // namespace microdata::postgres
