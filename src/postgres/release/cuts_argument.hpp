#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "core/partition/oblivious_cuts.hpp"
#include "postgres/server/arguments.hpp"

namespace microdata::postgres {

// The argument `cuts`; feasible where the function does not have it.
Cuts given_cuts(const Arguments& arguments);

// As the argument has it, for the catalog.
std::string to_string(Cuts cuts);

// With oblivious cuts nothing can be left out.
void check_cuts(Cuts cuts, double suppress);

}  // namespace microdata::postgres
