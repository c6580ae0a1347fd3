#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "core/partition/oblivious_cuts.hpp"
#include "core/slicing/slicing.hpp"
#include "postgres/server/arguments.hpp"

namespace microdata::postgres {

// The argument `cuts` without correlation; width where the function does not have it.
Cuts given_cuts(const Arguments& arguments);

// The argument `cuts` of slicing.
struct SlicingCuts {
  Cuts cuts = Cuts::feasible;
  CutsBy by = CutsBy::width;
};
SlicingCuts given_slicing_cuts(const Arguments& arguments);

// As the argument has it, for the catalog.
std::string to_string(Cuts cuts, CutsBy by = CutsBy::width);

// Fails where oblivious cuts would leave out rows for their sensitive values. It is for tables
// whose rows are persons.
void check_cuts(Cuts cuts, double suppress);

}  // namespace microdata::postgres
