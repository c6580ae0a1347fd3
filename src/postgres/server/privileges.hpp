#pragma once

#include "postgres/server/api.hpp"

#include <string>

namespace microdata::postgres {

Oid owner_of(Oid relation);

// The owner that a relation which an event trigger is called for had when the command began. None
// where it was not there yet, or that is not known.
Oid owner_before_command(Oid relation);

// Whether the role may all that the other one may: it is that one, or inherits its privileges.
bool has_privileges_of(Oid role, Oid other);

std::string role_named(Oid role);

// True if the caller may give the role a relation that is in the schema: the role may create there
// itself, also where PostgreSQL would let a superuser give it anything.
bool may_own_here(Oid owner, Oid schema);

// Gives a relation the privileges that pg_class.relacl says, or a column those of
// pg_attribute.attacl, in the text form of aclitem[]. Grantors and grant options stay what they
// are: a GRANT makes the current role the grantor. The relation has the owner that they were given
// under. To be asked for by its owner only.
void set_privileges(Oid relation, const std::string& privileges);
void set_column_privileges(Oid relation, const std::string& column, const std::string& privileges);

}  // namespace microdata::postgres
