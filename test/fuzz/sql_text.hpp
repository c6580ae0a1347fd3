#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace microdata::fuzz {

using Text = std::optional<std::string>;  // no value means NULL

std::string identifier(std::string_view name);
std::string literal(std::string_view text);
std::string literal_or_null(const Text& text);
// Returns ARRAY['a', NULL]::text[], with NULL for elements without a value.
std::string text_array(const std::vector<Text>& elements);
std::string text_array(const std::vector<std::string>& elements);
std::string json_string(std::string_view text);
std::string joined(const std::vector<std::string>& parts, std::string_view separator);

}  // namespace microdata::fuzz
