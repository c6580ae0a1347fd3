#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/server/settings.hpp"

namespace microdata::postgres {

// Returns the types that a type is made of, as OIDs. These are the fields of a composite type, or
// the one type of a domain, range, multirange or array; other types have none. Calls PostgreSQL.
List* component_types(Oid type);

// Returns the names of a composite type's fields, and of the fields of its parts; none for boolean
// fields. Calls PostgreSQL.
List* field_names(Oid type);

Oid owner_of(Oid relation);

// Returns the owner that a relation had when the command of an event trigger began; InvalidOid if
// the relation did not exist then, or the owner is not known.
Oid owner_before_command(Oid relation);

// True if the role has all privileges of the other one: it is that role, or inherits its
// privileges.
bool has_privileges_of(Oid role, Oid other);

std::string role_named(Oid role);

// True if the caller may give the role a relation in the schema. The role itself must be able to
// create there, even if PostgreSQL would let a superuser give it anything.
bool may_own_here(Oid owner, Oid schema);

// Gives a relation the privileges in pg_class.relacl, or a column those in pg_attribute.attacl, in
// the text form of aclitem[]. Grantors and grant options stay unchanged, whereas a GRANT makes the
// current role the grantor. The relation must have the owner under whom the privileges were given,
// and only its owner may request this.
void set_privileges(Oid relation, const std::string& privileges);
void set_column_privileges(Oid relation, const std::string& column, const std::string& privileges);

// A scope in the place of a table's owner, in a security-restricted operation with a safe
// search_path, as the server does for REINDEX and CLUSTER. Code that the owner has attached to the
// table (checks, generated columns, index expressions, domains) then runs with the owner's
// privileges. It does not run with those of the caller, who may be a superuser. The caller's
// privileges must be checked before.
class OwnerScope {
 public:
  explicit OwnerScope(Oid table);

  // The role whose place is taken.
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

  // The members are destroyed in the reverse order: settings first, as the server does.
  Role role_;
  UntrustedSettings settings_;
};

// Returns the owner of a type, or of one within it, whose code would run with more privileges when
// a text is read as a value of the type. Such code is that of checks of domains, for example. The
// owner is not a superuser, and the caller is another role that has the owner's privileges. Fails
// if there are several such owners, or if code of a role whose privileges the caller lacks might
// run.
std::optional<OwnerScope::Owner> weaker_owner(Oid type);

// True if code of any owner, of whatever privileges, might run with the caller's privileges.
bool reads_by_code_of_others(Oid type);

// True if weaker_owner() does not fail: texts can be read as values of the type.
bool has_readable_values(Oid type);

// Fails (25006) if the transaction may not write: the server is a standby, or the transaction is
// read-only or in parallel mode. `function` is the called function, as in "drop_release()".
// Functions that write call this first, before any look-up.
void require_writable(const char* function);

// Reports an ERROR, and so must be called within guarded(), if a relation has no pages that could
// be counted: an unlogged one on a standby. A SELECT reports the same.
void require_pages(::Relation relation);

}  // namespace microdata::postgres
