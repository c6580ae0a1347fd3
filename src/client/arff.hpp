// Format ARFF of Weka: attributes with their domains, followed by rows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace microdata::client {

enum class ArffKind { number, date, timestamp, nominal };

// Returns a text in quotes, as nominal values and names are written.
std::string arff_quoted(std::string_view text);

// Returns the line that declares an attribute. `values` is the ordered domain of a nominal
// attribute; nullopt allows any text.
std::string arff_attribute(std::string_view name, ArffKind kind,
                           const std::optional<std::vector<std::string>>& values);

// Returns a value in a row. A value that ARFF cannot express is unknown, "?".
std::string arff_value(ArffKind kind, const std::optional<std::string_view>& value);

}  // namespace microdata::client
