#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "postgres/functions/given_release.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/json_object.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

// The persons who are not in the release, against whom an audit measures: the argument `outsiders`.
// Fails where there is a `control` as well.
std::optional<Oid> given_outsiders(const Arguments& arguments);

// Audits a release of a random part of the source, made with the same call, against the rest, the
// share `control` of it: the rows of the function `audit`, called with `again` besides the
// relation, the outsiders and the seed. `columns`: those that are wanted, with their types. Nothing
// of that release stays.
std::vector<ResultRow> audit_control(const char* audit, const GivenRelease& given,
                                     const Arguments& arguments, JsonObject again,
                                     const std::string& columns);

}  // namespace microdata::postgres
