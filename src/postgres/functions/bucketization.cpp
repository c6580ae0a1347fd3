#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <utility>

#include "postgres/distributed/region_call.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/publishing/publisher.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/table.hpp"

// The SQL functions bucketize_table, bucketize_rows and microdata.bucketize_region; a server
// publishes one region of a distributed table with the latter.

namespace microdata::postgres {

namespace {

// Sets the names of columns besides the attributes.
void name_columns(const Arguments& arguments, const Source& source, BucketizationRequest& request) {
  request.bucket_column = added_column(arguments, source, "bucket");
  request.weight_column = added_column(arguments, source, "weight");
  request.count_column = added_column(arguments, source, "count");
  request.member_column = arguments.has("member_column")
                              ? added_column(arguments, source, "member")
                              : member_column_for(request.subject_format, source);
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

// The state of a call: the request, and the part that was made last.
struct StateOfBucketization {
  BucketizationRequest request;
  std::optional<BucketizedTable> made = {};
  BucketFigures figures = {};

  void make(const Publication& call, Table table) {
    made = bucketize_source(std::move(table), request, call.seeded, call.random, call.progress);
    const Bucketization& bucketization = made->bucketization;
    figures.add(made->table.data.rows, bucketization.suppressed, bucketization.buckets);
    figures.goal = made->goal;
    if (made->goal) return;
    figures.learned.attack(made->table, bucketization, 1 / request.options.l, call.progress);
  }

  RowsInPlace rows() const {
    const Microdata& data = made->table.data;
    return {made->table, made->bucketization.buckets, rows_table(*made, request).outputs(),
            [&](std::size_t attribute) {
              return static_cast<std::size_t>(column_of(data, attribute) - 1);
            }};
  }

  void write(const Publication& call, ReleaseBuilder& builder, RegionPublication* regions) const {
    write_bucketized(*made, request, builder, call.progress);
    const TuplePartition& buckets = made->bucketization.buckets;
    if (regions != nullptr)
      regions->published(regions->region(), buckets.rows.size(), buckets.buckets());
  }
};

Publisher publisher_of(const Arguments& arguments, StateOfBucketization& state) {
  BucketizationRequest& request = state.request;
  Publisher method{.call = "bucketize_table()",
                   .doing = "bucketizing",
                   .verb = "bucketize",
                   .suffix = "bucketized"};
  method.fewest_rows = fewest_rows_of_bucket(request.options.l, request.options.privacy);
  if (request.format == BucketizedFormat::anatomy) {
    method.unpartitioned =
        "The format anatomy has a table of quasi-identifiers and others of sensitive attributes.";
  }
  method.check = [&](const Source& source, const Roles& roles) {
    name_columns(arguments, source, request);
    require_sensitive(source, roles);
    require_quasi_identifier(source, roles);
    if (!names_subject(roles) || request.for_one_row_each)
      check_cuts(request.options.cuts, request.options.suppress);
  };
  method.check_names = [&](const Target& target, const Roles& roles) {
    check_bucketized_names(target, roles, request);
  };
  method.why_undivided = [&](const Roles& /*roles*/) -> std::string {
    return request.inference ? attack_on_all : "";
  };
  method.bytes_per_row = [](const Source&, const Roles& roles) {
    return bucketizing_bytes(count_published(roles));
  };
  method.is_distributed = [&](const Publication& call) {
    return bucketizes_where_rows_are(call, request);
  };
  method.regions = [&](const Publication& call) { return region_request(call, request); };
  method.read = [&](const Publication& call) {
    state.made.reset();
    return read_table(call.source, call.roles, Purpose::publication, call.progress);
  };
  method.one_row_each = request.for_one_row_each.value_or("bucketize_table()");
  if (!request.for_one_row_each) method.persons = publisher_of_persons(request);
  method.make = [&](const Publication& call, Table table) {
    check_cuts(request.options.cuts, request.options.suppress);
    state.make(call, std::move(table));
  };
  method.rows = [&] { return state.rows(); };
  method.write = [&](const Publication& call, ReleaseBuilder& builder, RegionPublication* regions) {
    state.write(call, builder, regions);
  };
  method.record = [&](const Publication&, ReleaseBuilder& builder, const Json& regions) {
    return record_bucketized(state.made->table, request, state.figures, regions, builder);
  };
  method.report = [&] { report_bucketization(state.figures, &state.made->table); };
  method.begin_regions = [&](const Publication& call, const RegionPlan&) {
    request.bucket_column =
        column_of_former(call.target, "bucket_column").value_or(request.bucket_column);
    require_settings_of_former(call.target, request);
  };
  method.publish_distributed = [&](const Publication& call, const RegionPlan& plan) {
    return bucketize_distributed(call, plan, request);
  };
  return method;
}

Datum bucketize_table(const Arguments& arguments) {
  StateOfBucketization state{bucketization_request(arguments)};
  BucketizationRequest& request = state.request;
  request.format =
      arguments.choice<BucketizedFormat>("format", {{"joined", BucketizedFormat::joined},
                                                    {"anatomy", BucketizedFormat::anatomy},
                                                    {"tables", BucketizedFormat::joined}});
  // A function of version 0.12.0, which names the column, made tables apart.
  if (arguments.has("member_column") || arguments.text("format") == "tables")
    request.subject_format = SubjectFormat::tables;
  const bool in_place = given_in_place(arguments, request);
  if (request.format == BucketizedFormat::anatomy) request.for_one_row_each = "format => 'anatomy'";
  if (in_place) request.for_one_row_each = "in_place => true";
  Publisher method = publisher_of(arguments, state);
  method.in_place = in_place;
  return ObjectIdGetDatum(publish_table(arguments, method));
}

Datum bucketize_rows(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  const Oid relation = row_relation(arguments, "bucketize_rows");
  const SpiSession spi;
  const SafeSearchPath path;
  StateOfBucketization state{bucketization_request(arguments)};
  state.request.for_one_row_each = "bucketize_rows()";
  publish_rows(fcinfo, caller, relation, arguments, publisher_of(arguments, state));
  return 0;
}

Datum bucketize_region(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  AskedRegion region(fcinfo, arguments, "bucketizing");
  const BucketizationRequest request = bucketization_request(arguments);
  require_sensitive(region.source(), region.roles());
  require_quasi_identifier(region.source(), region.roles());
  const BucketizedTable bucketized = bucketize_source(
      read_table(region.source(), region.roles(), Purpose::measurement, region.progress()), request,
      region.seeded(), region.random(), region.progress());
  region.attack(bucketized.table, bucketized.bucketization, 1 / request.options.l);
  return region.publish(bucketized.bucketization.buckets, rows_table(bucketized, request).outputs(),
                        {}, {});
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_bucketize_table, microdata::postgres::bucketize_table)
MICRODATA_FUNCTION(pg_microdata_bucketize_rows, microdata::postgres::bucketize_rows)
MICRODATA_FUNCTION(pg_microdata_bucketize_region, microdata::postgres::bucketize_region)
