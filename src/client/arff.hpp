// ARFF, which Weka reads: attributes with their domains, then rows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace microdata::client {

enum class ArffKind { number, date, timestamp, nominal };

// In quotes, as nominal values and names are written.
std::string arff_quoted(std::string_view text);

// The line that declares an attribute. Of nominal ones, `values` is the domain in its order;
// nullopt: any text.
std::string arff_attribute(std::string_view name, ArffKind kind,
                           const std::optional<std::vector<std::string>>& values);

// A value in a row. What ARFF has no word for is unknown: "?".
std::string arff_value(ArffKind kind, const std::optional<std::string_view>& value);

}  // namespace microdata::client
