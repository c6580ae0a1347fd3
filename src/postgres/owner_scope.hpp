#pragma once

#include "postgres/api.hpp"

#include "postgres/settings.hpp"

namespace microdata::postgres {

// Takes the place of a table's owner for as long as the scope lasts, in a security-restricted
// operation with a safe search_path, as the server does for REINDEX and CLUSTER: what the owner has
// attached to the table (checks, generated columns, index expressions, domains) runs with her
// rights, not with those of the caller, who may be a superuser. The caller's rights are to be
// checked before.
class OwnerScope {
 public:
  explicit OwnerScope(Oid table);

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

}  // namespace microdata::postgres
