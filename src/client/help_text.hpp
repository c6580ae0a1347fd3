#pragma once

#include <CLI/App.hpp>
#include <string>

// What --help prints. CLI11 has words for that as well, which are others in each of its versions,
// while the manual page is made of these (scripts/manual-page).

namespace microdata::client {

// Of the program, or of a subcommand of it, which has the options of the program as well. Lines of
// an entry end at no column: terminals break them.
std::string help_text(const CLI::App& program, const CLI::App& chosen);

}  // namespace microdata::client
