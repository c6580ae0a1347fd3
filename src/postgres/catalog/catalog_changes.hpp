#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace microdata::postgres {

// Functions of an event trigger about the commands that have just ended. They require a SpiSession.

// The grants that count: on whole relations alone, or on columns of a relation too.
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

// Functions of event triggers that make the catalog forget dropped objects and follow renamed ones.
// They require a SpiSession.

// Forgets what was dropped. `cascades`: the command also drops the objects that depend on what it
// drops.
void forget_dropped(bool cascades);
void follow_renamed();

}  // namespace microdata::postgres
