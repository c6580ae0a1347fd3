#include "core/bucketization/bucketization.hpp"

#include "postgres/server/api.hpp"

#include <string>
#include <utility>
#include <vector>

#include "postgres/distributed/scratch.hpp"
#include "postgres/methods/bucketization/bucketization_arguments.hpp"
#include "postgres/methods/bucketization/bucketized_regions.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/methods/bucketization/bucketized_subjects.hpp"
#include "postgres/methods/bucketization/distributed_bucketization.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/cuts_argument.hpp"
#include "postgres/release/partition_arguments.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/region_arguments.hpp"
#include "postgres/release/region_publication.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/release/republication.hpp"
#include "postgres/release/row_set.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/randomness.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/server/writable.hpp"
#include "postgres/source/table.hpp"
#include "postgres/source/unclassified.hpp"

// bucketize_table and bucketize_rows.

namespace microdata::postgres {

namespace {

// Of a table that was bucketized at once.
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

// Why a call cannot go by regions, as a sentence; empty where it can.
std::string why_undivided(const BucketizationRequest& request,
                          const std::vector<AssignedRole>& roles) {
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
  request.bucket_column = arguments.text("bucket_column");
  request.weight_column = arguments.text("weight_column");
  request.count_column = arguments.text("count_column");
  require_writable("bucketize_table()");
  const Source source = open_source(relation);
  Phases phases("bucketizing " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles = assign_roles(
      source, partitions.only ? with_roles_of_former(publishing.roles, source,
                                                     publishing.target.name, "bucketized")
                              : publishing.roles);
  check_unclassified(source, roles);
  check_bucketized_roles(source, roles);
  check_rows_per_person(request.rows_per_person, roles);
  if (!names_subject(roles) || request.for_one_row_each)
    check_cuts(request.options.cuts, request.options.suppress);
  Target target =
      resolve_target(source, publishing.target.name, "bucketized", publishing.target.replace);
  check_republication(source);
  check_bucketized_names(target, source, roles, request);
  Random random = make_random(publishing.seed);
  const bool seeded = publishing.seed.has_value();
  const std::string undivided = why_undivided(request, roles);
  if (undivided.empty() && request.format == BucketizedFormat::anatomy) {
    tell_unpartitioned(source, partitions,
                       "The format anatomy has a table of quasi-identifiers and others of "
                       "sensitive attributes.");
    partitions.like_source = false;
  }
  const bool distributed =
      undivided.empty() && bucketizes_where_rows_are(source, roles, request) && !partitions.only;
  // Citus drops no view in a transaction after statements that it ran on several connections.
  if (distributed && publishing.target.replace) clear_target(target, source);
  if (!undivided.empty()) {
    tell_unpartitioned(source, partitions, undivided);
    check_undivided(source, "bucketize_table()", regions, bucketizing_bytes(count_published(roles)),
                    undivided);
  } else if (auto plan = plan_partitions(
                 target, source, roles, partitions,
                 over_shards(region_request(request, source, roles, regions, seeded), source,
                             distributed),
                 random, progress)) {
    const Oid result = distributed
                           ? bucketize_distributed(target, source, roles, request, arguments, *plan,
                                                   random, phases)
                           : bucketize_by_regions(target, source, roles, request, std::move(*plan),
                                                  seeded, random, progress);
    phases.finish();
    return ObjectIdGetDatum(result);
  }
  Table table = read_table(source, roles, Purpose::publication, progress);
  Oid result = InvalidOid;
  if (bucketizes_persons(table, request)) {
    result = bucketize_by_subject(target, source, table, request, seeded, random, phases);
  } else {
    check_cuts(request.options.cuts, request.options.suppress);
    const BucketizedTable bucketized =
        bucketize_source(std::move(table), request, seeded, random, progress);
    const BucketizationFigures figures = figures_of(bucketized, request, progress);
    phases.begin("write");
    BucketizedRelease release(target, source, request);
    release.add(bucketized, progress);
    result = release.finish(figures, std::nullopt);
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

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_bucketize_table, microdata::postgres::bucketize_table)
MICRODATA_FUNCTION(pg_microdata_bucketize_rows, microdata::postgres::bucketize_rows)
