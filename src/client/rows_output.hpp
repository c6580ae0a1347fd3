// Results of statements as results of the program.
#pragma once

#include <string>

#include "client/output.hpp"
#include "client/session.hpp"

namespace microdata::client {

// Writes a table, or with --json the member "rows" of the result. Returns the rows, with a further
// column if --json is given.
Rows write_rows(Session& session, Output& output, const std::string& sql,
                const Parameters& parameters);

// Writes one value on its own line, or with --json the member of that name.
void write_value(Session& session, Output& output, const std::string& name,
                 const std::string& expression, const Parameters& parameters);

}  // namespace microdata::client
