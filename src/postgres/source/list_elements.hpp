#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/privacy/functional_dependency.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Returns the elements of a list, as texts: those of an array but NULL, else the parts of the text
// between what separates those of a list, also of one in JSON. A long text is no list. Within
// PlainText.
std::vector<std::string> list_elements(const Dictionary& values, Code code);

// Returns the elements of all values where these are lists: arrays, or texts of which many have
// more than one element. Empty where they are none, or more than 100,000.
ListedElements listed_elements(const Dictionary& values, const Progress& progress);

}  // namespace microdata::postgres
