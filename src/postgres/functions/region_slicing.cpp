#include "postgres/server/api.hpp"

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "core/microdata/keyed_permutation.hpp"
#include "postgres/methods/slicing/sliced_release.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/row_set.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/randomness.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/region_rows.hpp"

// microdata.slice_region: what a server makes of one region of a distributed table.

namespace microdata::postgres {

namespace {

// Of different regions, different ones, none of which tells of another.
Random random_of_region(const std::optional<std::int64_t>& seed, std::uint32_t region) {
  if (!seed) return make_random(std::nullopt);
  Random of_call = Random::seeded(static_cast<std::uint64_t>(*seed));
  for (std::uint32_t i = 0; i < region; ++i)
    of_call.next();
  return Random::seeded(of_call.next());
}

SipKey given_key(const std::string& digits) {
  if (digits.size() != 32 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "number_key must have 32 hexadecimal digits");
  return {std::stoull(digits.substr(0, 16), nullptr, 16),
          std::stoull(digits.substr(16), nullptr, 16)};
}

Datum slice_region(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  const SpiSession spi;
  const SafeSearchPath path;
  const RegionPlan plan = region_plan(arguments.json("plan"));
  const std::int32_t number = arguments.integer("region");
  if (number < 0 || static_cast<std::size_t>(number) >= plan.regions.size())
    fail_range("region", "one of the plan's", std::to_string(number));
  const auto region = static_cast<std::uint32_t>(number);
  SlicingRequest request = slicing_request(arguments);
  const Source source = open_source(arguments.relation("shard"));
  Phases phases("slicing region " + std::to_string(region));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles = assign_roles(source, given_roles(arguments));
  check_request(request, source, roles, true);
  const std::optional<std::int64_t> seed = given_seed(arguments);
  Random random = random_of_region(seed, region);

  // All rows of the table are the region's.
  RegionRows rows({{source.relation, std::to_string(region) + "::pg_catalog.int4", {}}},
                  plan.globals, plan.tree.regions());
  rows.enter(region);
  SlicedTable sliced =
      slice_source(read_for_slicing(source, roles, request, Purpose::measurement, progress),
                   request, seed.has_value(), random, progress);
  sliced.is_region = true;

  phases.begin("write");
  const std::uint64_t before =
      std::accumulate(plan.regions.begin(), plan.regions.begin() + number, std::uint64_t{0},
                      [](std::uint64_t sum, const PlannedRegion& r) {
                        return sum + static_cast<std::uint64_t>(r.rows);
                      });
  const BucketNumbers numbers(KeyedPermutation(given_key(arguments.text("number_key")),
                                               static_cast<std::uint64_t>(plan.rows)));
  return_release_rows(fcinfo, caller, sliced.slicing.buckets, numbers, before,
                      output_columns(sliced), progress);
  phases.finish();
  fcinfo->isnull = true;
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_slice_region, microdata::postgres::slice_region)
