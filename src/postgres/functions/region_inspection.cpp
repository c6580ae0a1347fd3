#include "postgres/server/api.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/given_hierarchies.hpp"
#include "postgres/functions/given_part.hpp"
#include "postgres/inspection/region_description.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/region_rows.hpp"

// The findings of a server in a region of a distributed release. It reads what the caller may read,
// and shows no more of it than verify_release() and disclosure() do.

namespace microdata::postgres {

namespace {

enum class Inspection { verification, disclosure };

Json answer(Inspection question, const Release& release, const Progress& progress) {
  const LayoutOperations& operations = operations_of(release);
  if (question == Inspection::verification)
    return findings_json(operations.verify(release, progress));
  const auto& disclosure = require(operations.disclosure, release.relations.front());
  return figures_json(disclosure(release, progress));
}

Datum inspect_region(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  const SpiSession spi;
  const SafeSearchPath path;
  const auto question = arguments.choice<Inspection>(
      "question",
      {{"verification", Inspection::verification}, {"disclosure", Inspection::disclosure}});
  const RegionPlan plan = region_plan(arguments.json("plan"));
  const GivenHierarchies hierarchies(plan.hierarchies);
  const GivenPart part = given_part(arguments, plan);
  std::optional<Oid> source;
  if (!arguments.is_null("source")) source = arguments.relation("source");
  if (question == Inspection::disclosure && !source)
    throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, "source must not be null");
  Phases phases("inspecting region " + std::to_string(part.number));
  const Release release = described_part(arguments.json("release"), part, source);

  // All rows of the tables are the region's, but for the one that names it.
  const auto rows_of = [&](Oid relation) {
    return RegionRows::Relation{
        relation, std::to_string(part.number) + "::pg_catalog.int4", {}, {}, part.is_row};
  };
  std::vector<RegionRows::Relation> relations;
  std::transform(part.released.begin(), part.released.end(), std::back_inserter(relations),
                 rows_of);
  if (source) relations.push_back(rows_of(*source));
  RegionRows rows(std::move(relations), plan.globals, plan.tree.regions());
  rows.enter(part.number);
  const Json json = answer(question, release, phases.progress());
  phases.finish();
  return json.datum(caller);
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_inspect_region, microdata::postgres::inspect_region)
