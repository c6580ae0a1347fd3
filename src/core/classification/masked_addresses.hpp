#pragma once

#include <optional>
#include <string>
#include <string_view>

// E-mail addresses that were written so that programs do not find them.

namespace microdata {

// Returns a text with @ for [at], (at), {at} or <at>, and with dots for "dot" or "punkt" in such
// brackets, without the blanks around them. Returns nothing if the text has no "at" in brackets.
std::optional<std::string> unmasked_address(std::string_view text);

// Returns the address in a text that has only words in place of the signs: "anna at web dot de",
// "anna at web.de".
std::optional<std::string> spelled_address(std::string_view text);

}  // namespace microdata
