#include "core/generalization/generalization.hpp"

#include "postgres/server/api.hpp"

#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "postgres/distributed/region_call.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/methods/generalization/generalized_regions.hpp"
#include "postgres/methods/generalization/generalized_release.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/region_publication.hpp"
#include "postgres/release/republication.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/randomness.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/unclassified.hpp"

// The SQL functions generalize_table and microdata.generalize_region; a server publishes one region
// of a distributed table with the latter.

namespace microdata::postgres {

namespace {

Datum generalize_table(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const Oid relation = arguments.relation("source");
  const std::optional<std::int32_t> regions = given_regions(arguments);
  const PublishingArguments publishing = publishing_arguments(arguments);
  const GeneralizationRequest request = generalization_request(arguments, publishing);
  require_writable("generalize_table()");
  const Source source = open_source(relation);
  Phases phases("generalizing " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles = assign_roles(source, publishing.roles);
  check_unclassified(source, roles);
  require_quasi_identifier(source, roles);
  check_rows_per_person(request.rows_per_person, roles);
  if (!names_subject(roles)) check_oblivious_rows(request);
  if (asks_for_sensitive_values(request)) require_sensitive(source, roles);
  const Target target =
      resolve_target(source, publishing.target.name, "generalized", publishing.target.replace);
  check_republication(source);
  tell_unpartitioned(source, given_partitions(arguments),
                     "generalize_table() generalizes the columns of partition keys.");
  Random random = make_random(publishing.seed);
  const bool distributed =
      !names_subject(roles) && generalizes_where_rows_are(source, roles, request);
  if (distributed && publishing.target.replace) clear_target(target, source);
  if (names_subject(roles)) {
    check_undivided(source, "generalize_table()", regions,
                    generalization_bytes_per_row(source, roles, request),
                    "The rows of a person may lie in several regions.");
  } else if (is_counted_where_rows_are(source, roles, request)) {
    const Oid result = generalize_counted(target, source, roles, request, random, progress);
    phases.finish();
    return ObjectIdGetDatum(result);
  } else if (auto plan = plan_if_needed(source, roles,
                                        over_shards(region_request(request, source, roles, regions,
                                                                   publishing.seed.has_value()),
                                                    source, distributed),
                                        random, progress)) {
    const Oid result = distributed
                           ? generalize_distributed(target, source, roles, request, arguments,
                                                    *plan, random, phases)
                           : generalize_by_regions(target, source, roles, request, std::move(*plan),
                                                   publishing.seed.has_value(), random, progress);
    phases.finish();
    return ObjectIdGetDatum(result);
  }
  GeneralizedTable generalized =
      read_to_generalize(source, roles, request, publishing.seed.has_value(), progress);
  Oid result = InvalidOid;
  if (has_several_rows(generalized.table)) {
    result = generalize_by_subject(target, source, generalized, request, random, phases);
  } else {
    check_oblivious_rows(request);
    generalize_rows(generalized, request, random, progress);
    LearnedShare learned;
    learned.attack(generalized.table, generalized.generalization, 1 / request.options.l, progress);
    phases.begin("write");
    GeneralizedRelease release(target, source, request);
    release.add(generalized, random, progress);
    result = release.finish();
    report_generalization(generalized.generalization.lost, request.options.loss, learned);
  }
  phases.finish();
  return ObjectIdGetDatum(result);
}

}  // namespace

namespace {

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
  const GeneralizationRequest request =
      generalization_request(arguments, publishing_arguments(arguments));
  if (request.options.recoding != Recoding::mondrian &&
      request.options.recoding != Recoding::multiset) {
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
  return region.publish(numbered(written.rows), written.columns, types_of(generalized),
                        figures_of_region(generalized.generalization.lost));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_generalize_table, microdata::postgres::generalize_table)

MICRODATA_FUNCTION(pg_microdata_generalize_region, microdata::postgres::generalize_region)
