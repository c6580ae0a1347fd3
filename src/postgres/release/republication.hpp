#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <vector>

#include "postgres/source/source.hpp"

namespace microdata::postgres {

// What whoever publishes learns of earlier releases about the source's persons, which those who
// hold several can compare: a warning or, with pg_microdata.republish = 'error', an error. One that
// gives way to this one counts as well, since it may have been copied. Releases of `known` say
// together no more than each of them does.
void check_republication(const Source& source, const std::vector<std::int64_t>& known = {});

}  // namespace microdata::postgres
