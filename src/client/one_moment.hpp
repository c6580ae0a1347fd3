// Reading a relation at one moment, with values written in one way, whatever the settings of role
// and database.
#pragma once

#include <string>

#include "client/session.hpp"

namespace microdata::client {

// Its number, by the search path, which is that of the caller before the transaction.
std::string relation_oid(Session& session, const std::string& relation);

// The relation's name with its schema, as SQL has it. Begins the transaction's reading: the name
// means the relation to the transaction's end, whatever its owner renames, and a SELECT of it runs
// no code of an owner with fewer rights. Fails where the server says that it would.
std::string readable_name(Session& session, const std::string& oid);

// Begins a transaction in which nothing but pg_catalog is in the search path.
void begin_one_moment(Session& session, bool read_only);

}  // namespace microdata::client
