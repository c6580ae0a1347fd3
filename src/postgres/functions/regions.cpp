#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/methods/slicing/sliced_regions.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/cuts_argument.hpp"
#include "postgres/release/partition_arguments.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/region_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/randomness.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

// plan_regions.

namespace microdata::postgres {

namespace {

// What slice_table() would be asked for; without columns, nothing of groups.
SlicingRequest request_of(const Arguments& arguments) {
  SlicingRequest request;
  if (!arguments.is_null("columns")) {
    request = slicing_request(arguments);
  } else {
    for (const char* name : {"groups", "sensitive_column_size"}) {
      if (arguments.is_null(name)) continue;
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE, std::string(name) + " needs columns")
          .hint("Say how many groups of attributes there are, as in slice_table().");
    }
    request.options.l = given_optional_l(arguments).value_or(1);
    request.options.k = given_k(arguments);
  }
  request.options.privacy = given_privacy(arguments);
  request.options.cuts = given_cuts(arguments);
  return request;
}

Datum plan(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  const SpiSession spi;
  const SafeSearchPath path;
  const std::optional<std::int32_t> regions = given_regions(arguments);
  const SlicingRequest slicing = request_of(arguments);
  const bool has_groups = !arguments.is_null("columns");
  const Source source = open_source(arguments.relation("source"));
  Phases phases("planning regions of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles =
      assign_roles(source, without_subject(given_roles(arguments)));
  if (!arguments.is_null("l") || has_groups) require_sensitive(source, roles);
  if (has_groups) check_request(slicing, source, roles, true);
  const std::optional<std::int64_t> seed = given_seed(arguments);
  GroupNames chosen;
  RegionRequest request =
      region_request(slicing, source, roles, regions, seed.has_value(), chosen, progress);
  if (!has_groups) {
    request.choose_groups = nullptr;
    request.may_regroup = false;
  }
  request.by_partitions = !regions && has_partitions_as_regions(source, roles, request);
  Random random = make_random(seed);
  RegionPlan plan = plan_regions(source, roles, request, random, progress);
  if (has_groups) plan.groups = groups_of_regions(slicing, plan, chosen);
  const Json json = region_plan_json(plan);
  phases.finish();
  return json.datum(caller);
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_plan_regions, microdata::postgres::plan)
