#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/dependency/dependency_search.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Types of values with a structure of their own: JSON, XML, and the extension hstore.

// True for the type of the extension hstore, in any schema.
bool is_hstore(Oid type);

bool is_document(Oid type);

// True for arrays of documents, also through domains.
bool are_documents(const AttributeType& type);

// Returns Dictionary::opening(); for an array of documents, the documents unescaped, one after
// another, because an array escapes their quotes. Within PlainText.
std::string opening_as_written(const Dictionary& values, Code code, std::size_t size);

// True for texts, documents in JSON, XML or hstore, and arrays.
bool may_be_lists(const AttributeType& type);

// Largest number of elements that are read of a list.
inline constexpr std::size_t most_list_elements = 50;

// Returns the first elements of a list as texts: the elements of an array except NULL, else the
// parts of the text (text_parts.hpp), also of each document in an array. A long text is not a list.
// Within PlainText.
std::vector<std::string> list_elements(const Dictionary& values, Code code);

// Returns a function for the elements of each value, valid as long as the dictionary and within
// PlainText, if the values are lists: in a sample, they have more than one element on average, and
// share elements. Empty if they are not lists.
ElementsOfValue listed_elements(const Dictionary& values, const Progress& progress);

// Returns by code the numbers that values without a projection spell: texts, amounts of money, and
// the first numbers of ranges and arrays. NaN for a value without a number; empty if more than a
// tenth of the values have none.
std::vector<double> spelled_numbers(const Dictionary& values, const Progress& progress);

// True if a guess can come near values of the type: numbers, dates and times, money, and texts that
// might be numbers.
bool may_be_amounts(const AttributeType& type);

// Returns by code the numbers to which guesses come near: a projection, the smallest units of
// money, or the numbers in texts. Not finite for a value that is no number.
std::vector<double> amounts_of(const Dictionary& values, const Progress& progress);

// Returns amounts_of(), but empty unless all values are numbers.
std::vector<double> amounts_if_all_are(const Dictionary& values, const Progress& progress);

}  // namespace microdata::postgres
