#pragma once

#include "postgres/server/api.hpp"

#include <algorithm>
#include <vector>

#include "postgres/source/roles.hpp"

namespace microdata::postgres {

// True if the call has privacy rules, which name quasi-identifiers, in place of an argument.
inline bool goes_by_rules(const std::vector<AssignedRole>& roles) {
  return std::any_of(roles.begin(), roles.end(),
                     [](const AssignedRole& role) { return role.protected_by_rule; });
}

// The argument of the call that says of columns that they may be published as they are.
inline const char* publishing_argument(const std::vector<AssignedRole>& roles) {
  return goes_by_rules(roles) ? "insensitive" : "quasi_identifiers";
}

}  // namespace microdata::postgres
