#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Returns the argument `harmless`, such as {"diagnosis": ["J06", null]}. Fails for other JSON.
HarmlessByAttribute read_harmless(const Json& argument);

// Returns what read_harmless() reads.
Json harmless_json(const HarmlessByAttribute& harmless);

// Returns the values as the column's type writes them, in its order and each once. Fails if the
// type does not accept one.
HarmlessValues canonical_harmless(const SourceColumn& column, const HarmlessValues& harmless);

// Returns, for each of some values, 1 if the type takes it for equal to a harmless one. Empty if
// none is.
std::vector<std::uint8_t> marked_harmless(const AttributeType& type,
                                          const std::vector<std::optional<std::string>>& values,
                                          const HarmlessValues& harmless, const Progress& progress);

// Returns Attribute::harmless for the values of a dictionary.
std::vector<std::uint8_t> harmless_codes(const Dictionary& dictionary,
                                         const HarmlessValues& harmless, const Progress& progress);

// Returns words such as "no bound holds for 2 harmless values of "diagnosis"".
std::string harmless_in_words(const HarmlessByAttribute& harmless);

}  // namespace microdata::postgres
