#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/server/settings.hpp"

namespace microdata::postgres {

// Returns the types that a type is made of, as OIDs: the fields of a composite type, or the one
// type of a domain, range, multirange or array; none of others. Calls PostgreSQL.
List* component_types(Oid type);

// Returns the names of a composite type's fields, and of those that its parts have; none of fields
// that are true or false. Calls PostgreSQL.
List* field_names(Oid type);

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

// Takes the place of a table's owner for as long as the scope lasts, in a security-restricted
// operation with a safe search_path, as the server does for REINDEX and CLUSTER: what the owner has
// attached to the table (checks, generated columns, index expressions, domains) runs with her
// rights, not with those of the caller, who may be a superuser. The caller's rights are to be
// checked before.
class OwnerScope {
 public:
  explicit OwnerScope(Oid table);

  // The place of a role.
  struct Owner {
    Oid role;
  };
  explicit OwnerScope(Owner owner) : role_(owner.role) {}

 private:
  class Role {
   public:
    explicit Role(Oid role);
    Role(const Role&) = delete;
    Role& operator=(const Role&) = delete;
    ~Role();

   private:
    Oid caller_ = InvalidOid;
    int security_context_ = 0;
  };

  // Left in the reverse order: settings first, as the server does.
  Role role_;
  UntrustedSettings settings_;
};

// Returns the owner of a type, or of one within it, if reading a text as a value of the type might
// run that owner's code, such as checks of domains, with more rights: if the owner is no superuser,
// and the caller is another role that has the owner's rights. Fails if there are several of them,
// or if code of one might run whose rights the caller does not have.
std::optional<OwnerScope::Owner> weaker_owner(Oid type);

// True if there is an owner, of whatever rights, whose code might run with those of the caller.
bool reads_by_code_of_others(Oid type);

// Fails (25006) where the transaction may not write: the server is a standby, or the transaction is
// read-only or in parallel mode. `function` is what was called, as in "drop_release()". Functions
// that write ask it first, before they have looked for anything.
void require_writable(const char* function);

// Reports an ERROR, so within guarded(), where a relation has no pages that could be counted: one
// that is unlogged, on a standby. A SELECT says the same.
void require_pages(::Relation relation);

}  // namespace microdata::postgres
