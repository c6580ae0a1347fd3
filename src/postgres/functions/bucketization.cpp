#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "postgres/distributed/region_call.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/methods/bucketization/bucketized_regions.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/in_place.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/region_publication.hpp"
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

// The SQL functions bucketize_table, bucketize_rows and microdata.bucketize_region; a server
// publishes one region of a distributed table with the latter.

namespace microdata::postgres {

namespace {

// Returns the figures of a table that was bucketized at once.
BucketizationFigures figures_of(const BucketizedTable& bucketized,
                                const BucketizationRequest& request, const Progress& progress) {
  BucketizationFigures figures;
  figures.add(bucketized);
  if (!bucketized.goal) {
    figures.learned.attack(bucketized.table, bucketized.bucketization, 1 / request.options.l,
                           progress);
  }
  return figures;
}

// Sets the names of columns besides the attributes.
void name_columns(const Arguments& arguments, const Source& source, BucketizationRequest& request) {
  request.bucket_column = added_column(arguments, source, "bucket");
  request.weight_column = added_column(arguments, source, "weight");
  request.count_column = added_column(arguments, source, "count");
  request.member_column = added_column(arguments, source, "member");
}

// Returns the argument in_place; false for a function of version 0.12.0, too, which a view may
// call.
bool given_in_place(const Arguments& arguments, const BucketizationRequest& request) {
  const bool in_place = arguments.has("in_place") && arguments.boolean("in_place");
  if (in_place && request.format == BucketizedFormat::anatomy) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "in_place cannot be combined with format => 'anatomy'")
        .detail("The source is one table.")
        .hint("Use format => 'joined'.");
  }
  return in_place;
}

// Returns the reason, as a sentence, why a call cannot go by regions; empty if it can.
std::string why_undivided(const BucketizationRequest& request,
                          const std::vector<AssignedRole>& roles, bool in_place) {
  if (in_place) return read_as_a_whole;
  if (names_subject(roles)) return several_rows_each;
  if (request.inference) return attack_on_all;
  return {};
}

Datum bucketize_table(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Oid relation = arguments.relation("source");
  const PublishingArguments publishing = publishing_arguments(arguments);
  const std::optional<std::int32_t> regions = given_regions(arguments);
  PartitionArguments partitions = given_partitions(arguments);
  BucketizationRequest request = bucketization_request(arguments, publishing);
  request.format = arguments.choice<BucketizedFormat>(
      "format", {{"joined", BucketizedFormat::joined}, {"anatomy", BucketizedFormat::anatomy}});
  if (request.format == BucketizedFormat::anatomy) request.for_one_row_each = "format => 'anatomy'";
  const bool in_place = given_in_place(arguments, request);
  if (in_place) request.for_one_row_each = "in_place => true";
  require_writable("bucketize_table()");
  if (in_place) require_owner(relation);
  const Source source = open_source(relation, in_place ? AccessExclusiveLock : AccessShareLock);
  name_columns(arguments, source, request);
  Phases phases("bucketizing " + in_quotes(source.name));
  const Progress progress = phases.progress();
  std::vector<AssignedRole> roles = assign_roles(
      source,
      partitions.only && !in_place
          ? with_roles_of_former(publishing.roles, source, publishing.target.name, "bucketized")
          : publishing.roles);
  check_unclassified(source, roles);
  check_bucketized_roles(source, roles);
  check_rows_per_person(request.rows_per_person, roles);
  if (in_place) {
    check_in_place({source, "bucketize"}, roles, publishing.target);
    roles = roles_in_place(source, std::move(roles));
  }
  if (!names_subject(roles) || request.for_one_row_each)
    check_cuts(request.options.cuts, request.options.suppress);
  std::optional<Target> target;
  if (!in_place) {
    target =
        resolve_target(source, publishing.target.name, "bucketized", publishing.target.replace);
  }
  check_republication(source);
  if (!in_place) check_bucketized_names(*target, roles, request);
  Random random = make_random(publishing.seed);
  const bool seeded = publishing.seed.has_value();
  const std::string undivided = why_undivided(request, roles, in_place);
  if (undivided.empty() && request.format == BucketizedFormat::anatomy) {
    tell_unpartitioned(source, partitions,
                       "The format anatomy has a table of quasi-identifiers and others of "
                       "sensitive attributes.");
    partitions.like_source = false;
  }
  const bool distributed =
      undivided.empty() && bucketizes_where_rows_are(source, roles, request) && !partitions.only;
  // Citus drops no view in a transaction after statements that it ran on several connections.
  if (distributed && publishing.target.replace) clear_target(*target, source);
  if (!undivided.empty()) {
    tell_unpartitioned(source, partitions, undivided);
    check_undivided(source, "bucketize_table()", regions, bucketizing_bytes(count_published(roles)),
                    undivided);
  } else if (auto plan = plan_partitions(
                 *target, source, roles, partitions,
                 over_shards(region_request(request, source, roles, regions, seeded), source,
                             distributed),
                 random, progress)) {
    request.bucket_column =
        column_of_former(*target, "bucket_column").value_or(request.bucket_column);
    const Oid result = distributed
                           ? bucketize_distributed(*target, source, roles, request, arguments,
                                                   *plan, random, phases)
                           : bucketize_by_regions(*target, source, roles, request, std::move(*plan),
                                                  seeded, random, progress);
    phases.finish();
    return ObjectIdGetDatum(result);
  }
  Table table = read_table(source, roles, Purpose::publication, progress);
  Oid result = InvalidOid;
  if (bucketizes_persons(table, request)) {
    result = bucketize_by_subject(*target, source, table, request, seeded, random, phases);
  } else {
    check_cuts(request.options.cuts, request.options.suppress);
    const BucketizedTable bucketized =
        bucketize_source(std::move(table), request, seeded, random, progress);
    const BucketizationFigures figures = figures_of(bucketized, request, progress);
    phases.begin("write");
    if (in_place) {
      const Microdata& data = bucketized.table.data;
      rewrite_in_place(
          {source, "bucketize"},
          {bucketized.table, bucketized.bucketization.buckets, output_columns(bucketized),
           [&](std::size_t attribute) {
             return static_cast<std::size_t>(column_of(data, attribute) - 1);
           }},
          progress);
      result = relation;
    } else {
      BucketizedRelease release(*target, source, request);
      release.add(bucketized, progress);
      result = release.finish(figures);
    }
    report_bucketization(figures, &bucketized.table);
  }
  phases.finish();
  return ObjectIdGetDatum(result);
}

Datum bucketize_rows(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  const Oid relation = row_relation(arguments, "bucketize_rows");
  const SpiSession spi;
  const SafeSearchPath path;
  const PublishingArguments publishing = publishing_arguments(arguments);
  BucketizationRequest request = bucketization_request(arguments, publishing);
  request.for_one_row_each = "bucketize_rows()";
  const Source source = open_source(relation);
  Phases phases("bucketizing rows of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles = assign_roles(source, publishing.roles);
  check_unclassified(source, roles);
  check_bucketized_roles(source, roles);
  check_cuts(request.options.cuts, request.options.suppress);
  Random random = make_random(publishing.seed);
  const BucketizedTable bucketized =
      bucketize_source(read_table(source, roles, Purpose::publication, progress), request,
                       publishing.seed.has_value(), random, progress);
  report_bucketization(figures_of(bucketized, request, progress), &bucketized.table);
  phases.begin("write");
  return_rows(fcinfo, caller, source, bucketized.table, bucketized.bucketization.buckets,
              output_columns(bucketized), progress);
  phases.finish();
  fcinfo->isnull = true;
  return 0;
}

}  // namespace

namespace {

Datum bucketize_region(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  AskedRegion region(fcinfo, arguments, "bucketizing");
  const BucketizationRequest request =
      bucketization_request(arguments, publishing_arguments(arguments));
  check_bucketized_roles(region.source(), region.roles());
  const BucketizedTable bucketized = bucketize_source(
      read_table(region.source(), region.roles(), Purpose::measurement, region.progress()), request,
      region.seeded(), region.random(), region.progress());
  region.attack(bucketized.table, bucketized.bucketization, 1 / request.options.l);
  return region.publish(bucketized.bucketization.buckets, output_columns(bucketized), {}, {});
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_bucketize_table, microdata::postgres::bucketize_table)
MICRODATA_FUNCTION(pg_microdata_bucketize_rows, microdata::postgres::bucketize_rows)

MICRODATA_FUNCTION(pg_microdata_bucketize_region, microdata::postgres::bucketize_region)
