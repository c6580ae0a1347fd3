#include "postgres/server/api.hpp"

#include <numeric>

#include "postgres/distributed/asked_region.hpp"
#include "postgres/methods/generalization/distributed_generalization.hpp"
#include "postgres/methods/generalization/generalization_arguments.hpp"
#include "postgres/methods/generalization/generalized_release.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"

// microdata.generalize_region: what a server makes of one region of a distributed table.

namespace microdata::postgres {

namespace {

// Each by itself, with a number of its own.
TuplePartition numbered(const TuplePartition& rows) {
  TuplePartition each = rows;
  each.offsets.resize(rows.rows.size() + 1);
  std::iota(each.offsets.begin(), each.offsets.end(), 0U);
  return each;
}

// Of what is published generalized.
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

MICRODATA_FUNCTION(pg_microdata_generalize_region, microdata::postgres::generalize_region)
