#include "core/generalization/generalization.hpp"

#include "postgres/server/api.hpp"

#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "postgres/distributed/region_call.hpp"
#include "postgres/methods/generalization/generalized_regions.hpp"
#include "postgres/methods/generalization/generalized_release.hpp"
#include "postgres/publishing/publisher.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"

// The SQL functions generalize_table and microdata.generalize_region; a server publishes one region
// of a distributed table with the latter.

namespace microdata::postgres {

namespace {

// The state of a call: the request, and the part that was made last.
struct StateOfGeneralization {
  GeneralizationRequest request;
  // True if a histogram is generalized, whose order does not depend on the order of the rows.
  bool of_histogram = false;
  std::optional<GeneralizedTable> made = {};
  LossSums lost = {};
  LearnedShare learned = {};
  GeneralizedPersons persons = {};

  void make(const Publication& call, Table table) {
    check_oblivious_rows(request);
    made = prepare_to_generalize(call.source, call.roles, request, std::move(table),
                                 call.seeded && !of_histogram, call.progress);
    generalize_rows(*made, request, call.random, call.progress);
    lost.add(made->generalization.lost);
    learned.attack(made->table, made->generalization, 1 / request.options.l, call.progress);
  }

  void write(const Publication& call, ReleaseBuilder& builder) const {
    // Generalized values are allocated in this scope, for as long as they are written.
    const MemoryScope memory;
    const WrittenRows written(*made, call.random, call.progress);
    builder.add(written.table, call.progress);
  }
};

Publisher publisher_of(StateOfGeneralization& state) {
  const GeneralizationRequest& request = state.request;
  Publisher method{.call = "generalize_table()", .doing = "generalizing", .suffix = "generalized"};
  method.unpartitioned = "generalize_table() generalizes the columns of partition keys.";
  method.fewest_rows = is_by_levels(request) ? 1 : request.options.k;
  method.check = [&](const Source& source, const Roles& roles) {
    require_quasi_identifier(source, roles);
    if (!names_subject(roles)) check_oblivious_rows(request);
    if (asks_for_sensitive_values(request)) require_sensitive(source, roles);
  };
  method.why_undivided = [](const Roles& /*roles*/) -> std::string { return ""; };
  method.bytes_per_row = [&](const Source& source, const Roles& roles) {
    return generalization_bytes_per_row(source, roles, request);
  };
  method.is_counted = [&](const Publication& call) {
    return is_counted_where_rows_are(call, request);
  };
  method.is_distributed = [&](const Publication& call) {
    return generalizes_where_rows_are(call, request);
  };
  method.regions = [&](const Publication& call) { return region_request(call, request); };
  method.read = [&](const Publication& call) {
    state.made.reset();
    state.of_histogram = !names_subject(call.roles) && is_counted_where_rows_are(call, request);
    return state.of_histogram
               ? counted_histogram(call, request)
               : read_table(call.source, call.roles, Purpose::publication, call.progress);
  };
  method.persons = publisher_of_persons(request, state.persons);
  method.make = [&](const Publication& call, Table table) { state.make(call, std::move(table)); };
  method.write = [&](const Publication& call, ReleaseBuilder& builder, RegionPublication*) {
    state.write(call, builder);
  };
  method.begin_regions = [&](const Publication&, RegionPlan& plan) {
    // A histogram's dictionaries get the table's values as regions are read, and must have no
    // others.
    if (is_by_levels(request)) plan.globals.clear();
  };
  if (is_by_levels(request)) {
    method.publish_regions = [&](const Publication& call, ReleaseBuilder& builder,
                                 RegionPublication& regions) {
      state.of_histogram = true;
      state.make(call, histogram_of_regions(call, request, regions));
      call.progress.phase("write");
      state.write(call, builder);
    };
  }
  method.record = [&](const Publication&, ReleaseBuilder& builder, const Json& regions) {
    return record_generalized(*state.made, request, state.lost, {},
                              is_by_levels(request) ? Json() : regions, builder);
  };
  method.report = [&] { report_generalization(state.lost, request.options.loss, state.learned); };
  method.publish_distributed = [&](const Publication& call, const RegionPlan& plan) {
    return generalize_distributed(call, plan, request);
  };
  return method;
}

Datum generalize_table(const Arguments& arguments) {
  StateOfGeneralization state{generalization_request(arguments)};
  state.request.subject_format = given_subject_format(arguments);
  return ObjectIdGetDatum(publish_table(arguments, publisher_of(state)));
}

// Returns each row as a part of its own, with a number of its own.
TuplePartition numbered(const TuplePartition& rows) {
  TuplePartition each = rows;
  each.offsets.resize(rows.rows.size() + 1);
  std::iota(each.offsets.begin(), each.offsets.end(), 0U);
  return each;
}

// Returns the types of the attributes that are published generalized.
std::vector<Oid> types_of(const GeneralizedTable& generalized) {
  std::vector<Oid> types;
  for (const GeneralizedAttribute& attribute : generalized.generalization.attributes) {
    types.push_back(attribute.kind == GeneralizedAttribute::Kind::range
                        ? shown_type(generalized.table.dictionaries[attribute.attribute].type())
                        : TEXTOID);
  }
  return types;
}

Datum generalize_region(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  AskedRegion region(fcinfo, arguments, "generalizing");
  const GeneralizationRequest request = generalization_request(arguments);
  if (is_by_levels(request)) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "regions cannot be generalized with recoding => '" + request.recoding + "'")
        .detail("Levels are chosen for a table as a whole.");
  }
  require_quasi_identifier(region.source(), region.roles());
  if (asks_for_sensitive_values(request)) require_sensitive(region.source(), region.roles());
  GeneralizedTable generalized = read_to_generalize(region.source(), region.roles(), request,
                                                    region.seeded(), region.progress());
  generalize_rows(generalized, request, region.random(), region.progress());
  region.attack(generalized.table, generalized.generalization, 1 / request.options.l);
  const WrittenRows written(generalized, region.random(), region.progress());
  return region.publish(numbered(written.rows), written.table.outputs(), types_of(generalized),
                        figures_of_region(generalized.generalization.lost));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_generalize_table, microdata::postgres::generalize_table)
MICRODATA_FUNCTION(pg_microdata_generalize_region, microdata::postgres::generalize_region)
