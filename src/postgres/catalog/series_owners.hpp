#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include "postgres/server/spi.hpp"

namespace microdata::postgres {

// Who owns a series: the role that owns its source, or owned it last. From 1.0.0 on each series has
// a view that this role owns, which PostgreSQL hands over with the source; before, its row had the
// role. Requires a SpiSession.

// What finds the owner of series `s`: the view, or the role before 1.0.0.
const char* owner_in_series_record();

// True if the caller has the privileges of the owner: of the source, or else of what
// owner_in_series_record() has.
bool may_see_series(const Parameter& source, const Parameter& owner);

// The role that owned the source of series `s` last, in a statement.
const char* last_owner_of_source();

// The view; none where it is gone. Requires a CatalogScope.
std::optional<Oid> holder_of_series(std::int32_t series);

// What event triggers do. An array of relations: what is gone, or altered.
void forget_holders_of_series(const std::string& gone);
void follow_owners_of_series(const std::string& altered);

}  // namespace microdata::postgres
