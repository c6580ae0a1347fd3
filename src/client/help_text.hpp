#pragma once

#include <CLI/App.hpp>
#include <string>

// Text of --help. CLI11 has help texts as well, but they differ between its versions, and the
// manual page is made from this text (scripts/manual-page).

namespace microdata::client {

// Returns the help of the program, or of a subcommand, which also has the options of the program.
// Descriptions are wrapped at a fixed width.
std::string help_text(const CLI::App& program, const CLI::App& chosen);

}  // namespace microdata::client
