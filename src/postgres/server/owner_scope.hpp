#pragma once

#include "postgres/server/api.hpp"

#include <optional>

#include "postgres/server/settings.hpp"

namespace microdata::postgres {

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

}  // namespace microdata::postgres
