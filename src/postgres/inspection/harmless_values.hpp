#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Returns the harmless values on record for an attribute of the release, which has its published
// name, or null if there are none.
const HarmlessValues* harmless_values(const Release& release, const std::string& attribute);

// Returns 1 by code for the harmless values that are on record for an attribute of the release, as
// in Attribute::harmless; nothing if none of the values is harmless. `values` is finished. Values
// are harmless if the type takes them for equal to a recorded one.
std::vector<std::uint8_t> harmless_codes(const Release& release, const std::string& attribute,
                                         const Dictionary& values, const Progress& progress);

}  // namespace microdata::postgres
