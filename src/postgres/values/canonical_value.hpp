#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Bytes that are the same for equal values, and for equal values only, on every server, platform
// and version: what is remembered by a hash of them is found again after dump and restore.

// Whether values of the type have them. Not where values that are equal may be written differently
// and the type, its collation or an extension alone knows which: citext, jsonb, arrays.
bool has_canonical_values(const AttributeType& type);

// Of all values of a finished dictionary but NULL, by their codes. Of types that have none, the
// text form.
std::vector<std::string> canonical_values(const Dictionary& dictionary, const Progress& progress);

}  // namespace microdata::postgres
