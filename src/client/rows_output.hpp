// What statements return, as results of the program.
#pragma once

#include <string>

#include "client/output.hpp"
#include "client/session.hpp"

namespace microdata::client {

// A table, or with --json the member "rows" of the result. Returns the rows; with --json each has a
// further column.
Rows write_rows(Session& session, Output& output, const std::string& sql,
                const Parameters& parameters);

// One value on a line of its own, or the member of that name.
void write_value(Session& session, Output& output, const std::string& name,
                 const std::string& expression, const Parameters& parameters);

}  // namespace microdata::client
