#include "core/slicing/slicing.hpp"

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "postgres/distributed/region_call.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/methods/slicing/sliced_regions.hpp"
#include "postgres/methods/slicing/sliced_release.hpp"
#include "postgres/methods/slicing/sliced_subjects.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/in_place.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/region_publication.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/release_views.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/release/republication.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/randomness.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/table.hpp"
#include "postgres/source/unclassified.hpp"

// The SQL functions slice_table, slice_rows and microdata.slice_region; a server publishes one
// region of a distributed table with the latter.

namespace microdata::postgres {

namespace {

void check_types_stay(const SlicingRequest& request, const char* where) {
  if (request.options.k == 1 && request.options.if_infeasible != IfInfeasible::generalize) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              std::string("columns cannot be generalized ") + where)
      .detail("Generalized values have types of their own.")
      .hint("Make a release with slice_table(), or use k => 1 and another value for infeasible.");
}

// Returns the figures of a table that was sliced at once.
SlicingFigures figures_of(const SlicedTable& sliced, const SlicingRequest& request,
                          const Progress& progress) {
  SlicingFigures figures;
  figures.add(sliced.table, sliced.slicing, request.options.l);
  figures.goal = sliced.goal;
  if (!sliced.goal)
    figures.learned.attack(sliced.table, sliced.slicing, 1 / request.options.l, progress);
  return figures;
}

// Returns the reason, as a sentence, why a call cannot go by regions; empty if it can.
std::string why_undivided(const SlicingRequest& request, bool in_place, bool names_subject) {
  if (in_place) return read_as_a_whole;
  if (names_subject) return several_rows_each;
  if (request.inference) return attack_on_all;
  return {};
}

Datum slice_table(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const bool in_place = arguments.boolean("in_place");
  const GivenTarget given = given_target(arguments);
  const Oid relation = arguments.relation("source");
  const std::optional<std::int32_t> regions = given_regions(arguments);
  const PartitionArguments partitions = given_partitions(arguments);
  SlicingRequest request = slicing_request(arguments);
  if (in_place) request.for_one_row_each = "in_place => true";
  require_writable("slice_table()");
  if (in_place) require_owner(relation);
  const Source source = open_source(relation, in_place ? AccessExclusiveLock : AccessShareLock);
  Phases phases("slicing " + in_quotes(source.name));
  const Progress progress = phases.progress();

  const GivenRoles as_given = given_roles(arguments);
  std::vector<AssignedRole> roles =
      assign_roles(source, partitions.only && !in_place
                               ? with_roles_of_former(as_given, source, given.name, "sliced")
                               : as_given);
  check_unclassified(source, roles);
  check_rows_per_person(request.rows_per_person, roles);
  if (in_place) {
    check_types_stay(request, "in place");
    check_in_place({source, "slice"}, roles, given);
    roles = roles_in_place(source, std::move(roles));
  }
  const bool may_slice_persons = names_subject(roles) && !request.for_one_row_each;
  if (may_slice_persons) {
    // The kind of groups is known only when the attributes of people are known.
    check_named_groups(request, source, roles);
    require_sensitive(source, roles);
  } else {
    check_request(request, source, roles, true);
  }
  std::string bucket_column = added_column(arguments, source, "bucket");
  std::optional<Target> target;
  if (!in_place) {
    target = resolve_target(source, given.name, "sliced", given.replace);
    check_column_count(count_published(roles) + 1);
    check_expected_name(*target);
  }
  check_republication(source);
  const std::optional<std::int64_t> seed = given_seed(arguments);
  Random random = make_random(seed);

  GroupNames chosen;
  const std::string undivided = why_undivided(request, in_place, may_slice_persons);
  const bool distributed =
      undivided.empty() && slices_where_rows_are(source, roles, request) && !partitions.only;
  // Citus drops no view in a transaction after statements that it ran on several connections.
  if (distributed && given.replace) clear_target(*target, source);
  if (!undivided.empty()) {
    if (!in_place) tell_unpartitioned(source, partitions, undivided);
    check_undivided(source, "slice_table()", regions,
                    slicing_bytes(count_published(roles), request.options.k), undivided);
  } else if (auto plan =
                 plan_partitions(*target, source, roles, partitions,
                                 over_shards(region_request(request, source, roles, regions,
                                                            seed.has_value(), chosen, progress),
                                             source, distributed),
                                 random, progress)) {
    if (partitions.only) chosen = plan->groups;
    bucket_column = column_of_former(*target, "bucket_column").value_or(bucket_column);
    if (distributed) {
      const Oid result =
          slice_distributed(*target, source, roles, request, arguments, *plan,
                            groups_of_regions(request, *plan, chosen), random, phases);
      phases.finish();
      return ObjectIdGetDatum(result);
    }
    const Oid result = slice_by_regions(*target, source, roles, request, std::move(*plan), chosen,
                                        bucket_column, seed.has_value(), random, progress);
    phases.finish();
    return ObjectIdGetDatum(result);
  }

  Table table = read_for_slicing(source, roles, request, Purpose::publication, progress);
  if (slices_persons(table, request)) {
    const Oid result = slice_by_subject(*target, source, table, request, bucket_column,
                                        seed.has_value(), random, phases);
    phases.finish();
    return ObjectIdGetDatum(result);
  }
  if (may_slice_persons) check_request(request, source, roles, true);
  const SlicedTable sliced =
      slice_source(std::move(table), request, seed.has_value(), random, progress);
  const SlicingFigures figures = figures_of(sliced, request, progress);

  phases.begin("write");
  Oid result = relation;
  if (in_place) {
    rewrite_in_place({source, "slice"},
                     {sliced.table, sliced.slicing.buckets, output_columns(sliced),
                      [&](std::size_t attribute) { return sliced.column_of(attribute); }},
                     progress);
  } else {
    SlicedRelease release(*target, source, request, bucket_column);
    release.add(sliced, progress);
    result = release.finish(figures);
  }
  report_slicing(figures, &sliced.table, request.options);
  phases.finish();
  return ObjectIdGetDatum(result);
}

Datum slice_rows(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  const Oid relation = row_relation(arguments, "slice_rows");
  const SpiSession spi;
  const SafeSearchPath path;
  SlicingRequest request = slicing_request(arguments);
  request.for_one_row_each = "slice_rows()";
  check_types_stay(request, "in rows of the source's type");
  const Source source = open_source(relation);
  Phases phases("slicing rows of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles = assign_roles(source, given_roles(arguments));
  check_unclassified(source, roles);
  check_request(request, source, roles, true);
  const std::optional<std::int64_t> seed = given_seed(arguments);
  Random random = make_random(seed);
  const SlicedTable sliced =
      slice_source(read_for_slicing(source, roles, request, Purpose::publication, progress),
                   request, seed.has_value(), random, progress);
  report_slicing(figures_of(sliced, request, progress), &sliced.table, request.options);

  phases.begin("write");
  return_rows(fcinfo, caller, source, sliced.table, sliced.slicing.buckets, output_columns(sliced),
              progress);
  phases.finish();
  fcinfo->isnull = true;
  return 0;
}

}  // namespace

namespace {

Datum slice_region(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  AskedRegion region(fcinfo, arguments, "slicing");
  SlicingRequest request = slicing_request(arguments);
  request.options.generalizes_linked = request.options.if_infeasible == IfInfeasible::generalize;
  check_request(request, region.source(), region.roles(), true);
  SlicedTable sliced = slice_source(read_for_slicing(region.source(), region.roles(), request,
                                                     Purpose::measurement, region.progress()),
                                    request, region.seeded(), region.random(), region.progress());
  sliced.is_region = true;
  region.attack(sliced.table, sliced.slicing, 1 / request.options.l);
  const WrittenSlices written(sliced);
  return region.publish(sliced.slicing.buckets, written.columns, written.types,
                        figures_of_region(sliced));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_slice_table, microdata::postgres::slice_table)
MICRODATA_FUNCTION(pg_microdata_slice_rows, microdata::postgres::slice_rows)

MICRODATA_FUNCTION(pg_microdata_slice_region, microdata::postgres::slice_region)
