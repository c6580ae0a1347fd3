#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "postgres/regions/region_plan.hpp"
#include "postgres/server/arguments.hpp"

namespace microdata::postgres {

// Of which part of a release the functions are asked that servers call of each other, where its
// rows are: the arguments `region`, `released` and `mark`.
struct GivenPart {
  std::uint32_t number;
  // The tables with its rows.
  std::vector<Oid> released;
  // What is true of the part's rows in them: all but the one that names it.
  std::string is_row;
};

GivenPart given_part(const Arguments& arguments, const RegionPlan& plan);

}  // namespace microdata::postgres
