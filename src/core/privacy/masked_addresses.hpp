#pragma once

#include <optional>
#include <string>
#include <string_view>

// E-mail addresses that were written so that programs do not find them.

namespace microdata {

// Returns a text with @ and dots in place of [at], (at), {at} or <at> and of the same around dot or
// punkt, with the blanks around them; none where no at stands in brackets.
std::optional<std::string> unmasked_address(std::string_view text);

// The same of a text that has words in place of the signs and nothing else: "anna at web dot de",
// "anna at web.de".
std::optional<std::string> spelled_address(std::string_view text);

}  // namespace microdata
