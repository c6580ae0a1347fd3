#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
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

// The release of the part, as the caller describes it; fails where it is none that is divided among
// servers: rows in buckets or classes.
Release described_part(const Json& json, const GivenPart& part, const std::optional<Oid>& source);

}  // namespace microdata::postgres
