#include "postgres/server/api.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "postgres/methods/slicing/sliced_release.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/methods/slicing/slicing_figures.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/cuts_argument.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/region_arguments.hpp"
#include "postgres/release/region_publication.hpp"
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

// regions, l, k, privacy, cuts.
RegionRequest region_request(const Arguments& arguments) {
  RegionRequest request;
  request.regions = given_regions(arguments);
  request.l = given_optional_l(arguments).value_or(1);
  request.k = given_k(arguments);
  request.privacy = given_privacy(arguments);
  request.cuts = given_cuts(arguments);
  return request;
}

// How attributes would be grouped for slice_table(); nothing where nobody asks for columns.
std::optional<SlicingRequest> grouping_request(const Arguments& arguments) {
  if (!arguments.is_null("columns")) return slicing_request(arguments);
  for (const char* name : {"groups", "sensitive_column_size"}) {
    if (arguments.is_null(name)) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, std::string(name) + " needs columns")
        .hint("Say how many groups of attributes there are, as in slice_table().");
  }
  return std::nullopt;
}

Datum plan(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  const SpiSession spi;
  const SafeSearchPath path;
  RegionRequest request = region_request(arguments);
  std::optional<SlicingRequest> grouping = grouping_request(arguments);
  const Source source = open_source(arguments.relation("source"));
  Phases phases("planning regions of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles =
      assign_roles(source, without_subject(given_roles(arguments)));
  if (!arguments.is_null("l") || grouping) require_sensitive(source, roles);
  if (grouping) check_request(*grouping, source, roles, true);
  const auto columns = static_cast<std::size_t>(
      std::count_if(roles.begin(), roles.end(),
                    [](const AssignedRole& role) { return role.role != Role::identifier; }));
  request.bytes_per_row = slicing_bytes(columns, request.k);
  request.bytes_to_verify = verifying_bytes(columns);
  if (request.k == 1) request.as_they_are = published_columns(source, roles);
  if (grouping) {
    request.may_regroup = grouping->groups.empty();
    request.suppress = grouping->options.suppress;
    request.choose_groups = [&](const Table& sample) {
      SlicingOptions options = grouping->options;
      options.groups = resolve_groups(*grouping, sample);
      return column_names(sample, find_attribute_partition(sample.data, options, progress));
    };
  }
  const std::optional<std::int64_t> seed = given_seed(arguments);
  request.seeded = seed.has_value();
  Random random = make_random(seed);
  const std::string json = region_plan_json(plan_regions(source, roles, request, random, progress));
  phases.finish();
  return guarded([&] {
    MemoryContext const context = MemoryContextSwitchTo(caller);
    const Datum result = DirectFunctionCall1(jsonb_in, CStringGetDatum(json.c_str()));
    MemoryContextSwitchTo(context);
    return result;
  });
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_plan_regions, microdata::postgres::plan)
