// Reading a relation at one moment, with values written in one way, whatever the settings of role
// and database.
#pragma once

#include <string>

#include "client/session.hpp"

namespace microdata::client {

// Its number, by the search path of who calls: before the transaction.
std::string relation_oid(Session& session, const std::string& relation);

// Begins a transaction in which nothing but pg_catalog is in the search path.
void begin_one_moment(Session& session, bool read_only);

}  // namespace microdata::client
