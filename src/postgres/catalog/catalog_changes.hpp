#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace microdata::postgres {

// What an event trigger sees of the commands that have just ended. Requires a SpiSession.

// Of one attribute, or of whole relations alone.
enum class GrantScope : std::uint8_t { whole_relations, columns_too };

// A GRANT or REVOKE of SELECT on relations.
struct CollectedGrant {
  bool grants = true;
  bool grant_option = false;
  std::vector<Oid> relations;
  std::vector<Oid> grantees;
};

std::vector<CollectedGrant> grants_of_select(GrantScope scope);

// A relation that was renamed.
struct Renaming {
  Oid relation;
  std::string old_name;
  std::string new_name;
};

std::vector<Renaming> renamings();

// What event triggers do to the catalog: it forgets what was dropped, and follows what was renamed.
// Requires a SpiSession.

// `cascades`: the command takes along what depends on what it drops.
void forget_dropped(bool cascades);
void follow_renamed();

}  // namespace microdata::postgres
