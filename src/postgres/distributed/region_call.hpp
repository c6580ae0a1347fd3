#pragma once

#include "postgres/server/api.hpp"

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/random.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/json.hpp"
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

// True if there is a function of the name in the schema microdata, by which servers are asked, and
// the caller may execute it.
bool may_be_asked(const char* function);
// Fails where the caller may not, which an administrator can grant.
void require_may_be_asked(const char* function);

// What servers are told of the hierarchies that attributes of some roles have (RegionPlan). Nothing
// where they cannot be told.
std::optional<Json> told_hierarchies(const Source& source, const std::vector<AssignedRole>& roles,
                                     const ChosenHierarchies& chosen,
                                     std::initializer_list<Role> of_roles);

// The same of those that privacy models measure sensitive attributes by, if any do.
std::optional<Json> told_hierarchies(const Source& source, const std::vector<AssignedRole>& roles,
                                     const std::vector<PrivacyModel>& privacy);

// A key by which numbers of what a call publishes are drawn.
std::string drawn_number_key(Random& random);

// As fill_from_regions() makes it.
std::string call_for_regions(const RegionCall& call, const Arguments& arguments,
                             const Source& source, const std::vector<AssignedRole>& roles,
                             const RegionPlan& plan, const Scratch& scratch,
                             const std::string& number_key);

}  // namespace microdata::postgres
