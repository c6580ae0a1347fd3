#pragma once

#include "postgres/server/api.hpp"

#include "postgres/release/release_table.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// What whoever publishes learns of other releases of the source, which those who hold several can
// compare: a warning or, with pg_microdata.republish = 'error', an error. The release that gives
// way to this one does not count. `target` is nullptr where the source itself is rewritten.
void check_republication(const Source& source, const Target* target);

}  // namespace microdata::postgres
