#pragma once

#include <set>
#include <string>

#include "functions.hpp"

namespace microdata::fuzz {

// The SQLSTATEs that the table of errors in docs/reference.md lists. Nothing else may come of a
// call.
std::set<std::string> documented_errors(const std::string& reference);

// Whether the table allows an error of this call; some it allows of some calls only.
bool is_allowed(const std::set<std::string>& documented, const std::string& sqlstate,
                const Call& call);

}  // namespace microdata::fuzz
