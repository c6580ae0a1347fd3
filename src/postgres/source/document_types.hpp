#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>

#include "postgres/values/dictionary.hpp"

// Types of values that have a structure of their own: JSON, XML, and the extension hstore.

namespace microdata::postgres {

// True for the type of the extension, in any schema.
bool is_hstore(Oid type);

bool is_document(Oid type);

// True for arrays of documents, through domains.
bool are_documents(const AttributeType& type);

// Dictionary::opening(), of an array of documents as they are, one after another: within an array,
// their quotes are escaped. Within PlainText.
std::string opening_as_written(const Dictionary& values, Code code, std::size_t size);

}  // namespace microdata::postgres
