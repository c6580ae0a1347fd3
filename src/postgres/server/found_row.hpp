#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "postgres/server/spi.hpp"

namespace microdata::postgres {

// Runs a statement as query() does, and returns its first row. Fails (55000) if it finds none:
// another session, or code that the call has run, may have deleted a record that the call read
// before. Requires a SpiSession.
ResultRow found_row(const char* statement, const std::vector<Parameter>& parameters = {});

}  // namespace microdata::postgres
