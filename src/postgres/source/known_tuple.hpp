#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/values/dictionary.hpp"

// What an adversary knows of a person. Requires a SpiSession.

namespace microdata::postgres {

// Values of quasi-identifiers as text, as far as they are known; nothing: NULL.
using KnownTuple = std::map<std::string, std::optional<std::string>>;

// Reads {"age": 22, "sex": "M"}. Fails, with SQLSTATE 22023, for anything but an object.
KnownTuple read_tuple(const Json& json);

// Fails for a value of what is no quasi-identifier of the release.
void check_tuple(const Release& release, const KnownTuple& tuple);

// Which labels of an attribute, generalized to ranges or sets, cover the value.
std::vector<std::uint8_t> covering_labels(const std::string& attribute, const Dictionary& labels,
                                          const std::optional<std::string>& value);

}  // namespace microdata::postgres
