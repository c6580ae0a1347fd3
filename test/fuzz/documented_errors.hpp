#pragma once

#include <set>
#include <string>

#include "functions.hpp"

namespace microdata::fuzz {

// Returns the SQLSTATEs in the table of errors of the reference. A call must not fail with any
// other.
std::set<std::string> documented_errors(const std::string& reference);

// Returns true if the table allows the error for the call; the table allows some errors for some
// calls only.
bool is_allowed(const std::set<std::string>& documented, const std::string& sqlstate,
                const Call& call);

}  // namespace microdata::fuzz
