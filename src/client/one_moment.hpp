// Reading a relation at one moment, with values in one format for any settings of role and
// database.
#pragma once

#include <string>

#include "client/session.hpp"

namespace microdata::client {

// Returns the number of a relation, by the search path of the caller before the transaction.
std::string relation_oid(Session& session, const std::string& relation);

// Returns the relation's name with its schema, as SQL writes it. The call begins the transaction's
// reading: until its end the name means this relation, even if the owner renames relations. A
// SELECT of the relation runs no code of an owner with fewer rights; the call fails if the server
// reports that it would.
std::string readable_name(Session& session, const std::string& oid);

// Begins a transaction with only pg_catalog in the search path.
void begin_one_moment(Session& session, bool read_only);

}  // namespace microdata::client
