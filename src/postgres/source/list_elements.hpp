#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/privacy/dependency_search.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// True for texts, documents in JSON, XML or hstore, and arrays.
bool may_be_lists(const AttributeType& type);

// More elements of a list are not looked at.
inline constexpr std::size_t most_list_elements = 50;

// Returns the first elements of a list as texts: those of an array but NULL, else
// the parts of the text (text_parts.hpp), and so of each document in an array. A long text is no
// list. Within PlainText.
std::vector<std::string> list_elements(const Dictionary& values, Code code);

// Returns what gives the elements of each value, as long as the dictionary lives and within
// PlainText, where these are lists: of some values, the arrays or parts of texts have more elements
// than one, and share them. Empty where they are none.
ElementsOfValue listed_elements(const Dictionary& values, const Progress& progress);

}  // namespace microdata::postgres
