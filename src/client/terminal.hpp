// Terminal of the user.
#pragma once

#include <string>

namespace microdata::client {

// Asks for a password on the terminal, without echo.
std::string ask_password(const std::string& prompt);

// Returns the width of a line on standard error in characters; 0 if it is not a terminal.
int terminal_width();

}  // namespace microdata::client
