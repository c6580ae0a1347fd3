#pragma once

#include "postgres/server/api.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/random.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// A function that is called for each region where its rows are (AskedRegion has what it is given).
struct RegionCall {
  // In the schema microdata.
  const char* function = nullptr;
  // Arguments of the user's call that it has as well, and is given as they are.
  std::span<const char* const> passed;
  // Others, with constants of SQL.
  std::vector<std::pair<const char*, std::string>> more = {};
};

// As fill_from_regions() makes it. Numbers of what is published are drawn by a key from `random`.
std::string call_for_regions(const RegionCall& call, const Arguments& arguments,
                             const Source& source, const std::vector<AssignedRole>& roles,
                             const RegionPlan& plan, const Scratch& scratch, Random& random);

}  // namespace microdata::postgres
