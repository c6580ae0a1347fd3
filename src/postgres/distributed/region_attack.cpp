#include "postgres/distributed/region_attack.hpp"

#include <map>
#include <utility>
#include <vector>

#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/packing.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// The findings in regions of one call, packed. A session may become another role's.
struct KeptFindings {
  Oid role = InvalidOid;
  std::string number_key;
  std::map<std::uint32_t, std::string> by_region;
};

KeptFindings& kept_findings() {
  static KeptFindings kept;
  return kept;
}

Datum learned_of_region(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const KeptFindings& kept = kept_findings();
  const auto found = kept.by_region.find(static_cast<std::uint32_t>(arguments.integer("region")));
  fcinfo->isnull = kept.role != GetUserId() || kept.number_key != arguments.text("number_key") ||
                   found == kept.by_region.end();
  return fcinfo->isnull ? 0 : bytes_result(found->second, CurrentMemoryContext);
}

}  // namespace

bool is_attacked(const RegionPlan& plan, std::uint32_t region) {
  std::int64_t rows_before = 0;
  for (std::uint32_t r = 0; r < region; ++r)
    rows_before += plan.regions[r].rows;
  return plan.attack && rows_before < static_cast<std::int64_t>(LearnedShare::most_persons);
}

void keep_learned(const std::string& number_key, std::uint32_t region,
                  const LearnedFigures& figures) {
  KeptFindings& kept = kept_findings();
  if (kept.role != GetUserId() || kept.number_key != number_key)
    kept = {GetUserId(), number_key, {}};
  kept.by_region[region] = pack(figures);
}

LearnedShare learned_of_regions(const Scratch& scratch, const RegionPlan& plan,
                                const std::string& number_key, double bound) {
  LearnedShare learned;
  std::vector<std::string> keys;
  for (std::uint32_t r = 0; r < plan.regions.size() && is_attacked(plan, r); ++r)
    keys.push_back(std::to_string(scratch.keys[r]));
  if (keys.empty()) return learned;
  const std::string region = quote_name(scratch.region_column);
  const PlainText settings;
  std::map<std::uint32_t, LearnedFigures> found;
  std::string statement = "SELECT region.number, microdata.learned_of_region(";
  statement += quote_value(number_key) + ", region.number) FROM (SELECT pg_catalog.array_position(";
  statement += number_list(scratch.keys) + ", " + region + ") - 1 AS number FROM ";
  statement += scratch.name + " WHERE " + region + " IN (";
  statement += join(keys) + ") GROUP BY ";
  statement += region + ") region";
  for (const ResultRow& row : query_rows(statement)) {
    if (!row[1]) continue;
    found.emplace(static_cast<std::uint32_t>(std::stoul(*row[0])),
                  unpack<LearnedFigures>(bytes_of_text(*row[1])));
  }
  for (const auto& [number, figures] : found)
    learned.add(figures, bound);
  return learned;
}

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_learned_of_region, microdata::postgres::learned_of_region)
