#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/privacy/dependency_search.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Types of values that have a structure of their own: JSON, XML, and the extension hstore.

// True for the type of the extension, in any schema.
bool is_hstore(Oid type);

bool is_document(Oid type);

// True for arrays of documents, through domains.
bool are_documents(const AttributeType& type);

// Dictionary::opening(), of an array of documents as they are, one after another: within an array,
// their quotes are escaped. Within PlainText.
std::string opening_as_written(const Dictionary& values, Code code, std::size_t size);

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

// Returns the numbers that values without a projection spell, by code: texts, amounts of money,
// ranges and arrays by their first. Not finite where a value spells none; empty where more than a
// tenth of them do not.
std::vector<double> spelled_numbers(const Dictionary& values, const Progress& progress);

// True if a guess can come near values of a type: numbers, dates and times, money, and texts that
// may be numbers.
bool may_be_amounts(const AttributeType& type);

// Returns by code the numbers that guesses come near: a projection, the least units of money, or
// what texts say. Not finite where a value is no number.
std::vector<double> amounts_of(const Dictionary& values, const Progress& progress);

// The same, but empty unless all values are numbers.
std::vector<double> amounts_if_all_are(const Dictionary& values, const Progress& progress);

}  // namespace microdata::postgres
