#include "core/bucketization/bucketization.hpp"

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/release/cuts_argument.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/row_set.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/randomness.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

// bucketize_table and bucketize_rows.

namespace microdata::postgres {

namespace {

BucketizationRequest bucketization_request(const Arguments& arguments, int method, int cuts,
                                           const PublishingArguments& publishing) {
  BucketizationRequest request;
  request.options.l = arguments.number(1, "l");
  check_l(request.options.l);
  request.method = arguments.text(method, "method");
  request.options.method = arguments.choice<BucketizationMethod>(
      method, "method",
      {{"anatomy", BucketizationMethod::anatomy}, {"mondrian", BucketizationMethod::mondrian}});
  request.options.privacy = publishing.privacy;
  request.options.suppress = publishing.suppress;
  request.options.cuts = cuts_argument(arguments, cuts);
  check_cuts(request.options.cuts, request.options.suppress);
  request.options.threads = max_threads();
  return request;
}

void check_roles(const Source& source, const std::vector<AssignedRole>& roles) {
  require_sensitive(source, roles);
  require_quasi_identifier(source, roles);
}

Datum bucketize_table(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Oid relation = arguments.relation(0, "source");
  const PublishingArguments publishing =
      publishing_arguments(arguments, {2, 3, 4, 12, 7, 8, 9, 10, 11});
  BucketizationRequest request = bucketization_request(arguments, 5, 16, publishing);
  request.format = arguments.choice<BucketizedFormat>(
      6, "format", {{"joined", BucketizedFormat::joined}, {"anatomy", BucketizedFormat::anatomy}});
  request.bucket_column = arguments.text(13, "bucket_column");
  request.weight_column = arguments.text(14, "weight_column");
  request.count_column = arguments.text(15, "count_column");
  require_writable("bucketize_table()");
  const Source source = open_source(relation);
  Phases phases("bucketizing " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles = assign_roles(source, publishing.roles);
  check_roles(source, roles);
  const Target target = resolve_target(source, publishing.target, "bucketized", publishing.replace);
  check_bucketized_names(target, source, roles, request);
  Random random = make_random(publishing.seed);
  const BucketizedTable bucketized =
      bucketize_source(source, roles, request, publishing.seed.has_value(), random, progress);
  report_bucketization(bucketized);
  phases.begin("write");
  const Oid result = publish_bucketized(target, source, bucketized, request, progress);
  phases.finish();
  return ObjectIdGetDatum(result);
}

Datum bucketize_rows(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  const Oid relation = row_relation(fcinfo, "bucketize_rows");
  const SpiSession spi;
  const SafeSearchPath path;
  const PublishingArguments publishing =
      publishing_arguments(arguments, {2, 3, 4, 9, -1, -1, 6, 7, 8});
  const BucketizationRequest request = bucketization_request(arguments, 5, 10, publishing);
  const Source source = open_source(relation);
  Phases phases("bucketizing rows of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles = assign_roles(source, publishing.roles);
  check_roles(source, roles);
  Random random = make_random(publishing.seed);
  const BucketizedTable bucketized =
      bucketize_source(source, roles, request, publishing.seed.has_value(), random, progress);
  report_bucketization(bucketized);
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
