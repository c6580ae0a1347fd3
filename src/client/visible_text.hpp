// Text for a terminal, which obeys control characters.
#pragma once

#include <string>
#include <string_view>

namespace microdata::client {

// Returns the text with its control characters, and those that change the direction of writing, as
// escapes such as \u001B. Lines and tabs remain.
std::string visible_lines(std::string_view text);

// Returns the text in one line: line ends and tabs are escapes as well, such as \n.
std::string visible_line(std::string_view text);

}  // namespace microdata::client
