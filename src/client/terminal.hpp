// The terminal that somebody sits at.
#pragma once

#include <string>

namespace microdata::client {

// Asks for a password on the terminal, without showing what is typed.
std::string ask_password(const std::string& prompt);

// Characters of a line on standard error; 0 where that is no terminal.
int terminal_width();

}  // namespace microdata::client
