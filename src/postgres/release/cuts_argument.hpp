#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "core/partition/oblivious_cuts.hpp"
#include "core/slicing/slicing.hpp"
#include "postgres/server/arguments.hpp"

namespace microdata::postgres {

// The argument `cuts`; feasible where the function does not have it.
Cuts given_cuts(const Arguments& arguments);

// The argument `cuts_by`; width where the function does not have it. Fails with cuts that may not
// depend on sensitive values, with which correlations are.
CutsBy given_cuts_by(const Arguments& arguments, Cuts cuts);

// As the arguments have it, for the catalog.
std::string to_string(Cuts cuts);
std::string to_string(CutsBy cuts_by);

// Fails where oblivious cuts would leave out rows for their sensitive values. It is for tables
// whose rows are persons.
void check_cuts(Cuts cuts, double suppress);

}  // namespace microdata::postgres
