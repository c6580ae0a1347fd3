#include "postgres/catalog/series_changes.hpp"

#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

namespace {

void record_change(const Series& series, const char* setting, const std::string& before,
                   const std::string& after) {
  if (before == after) return;
  query(
      "INSERT INTO microdata.series_change_record (series_id, setting, before, after, changed_by) "
      "VALUES ($1::pg_catalog.int4, $2, $3::pg_catalog.jsonb, $4::pg_catalog.jsonb, SESSION_USER)",
      {std::to_string(series.id), setting, before, after});
}

}  // namespace

void record_changes(const Series& before, const Series& after) {
  const CatalogScope scope;
  record_change(after, "gate", before.gate, after.gate);
  record_change(after, "approve", before.approve ? "true" : "false",
                after.approve ? "true" : "false");
}

void forget_changes(std::int32_t series) {
  const CatalogScope scope;
  query("DELETE FROM microdata.series_change_record WHERE series_id = $1::pg_catalog.int4",
        {std::to_string(series)});
}

}  // namespace microdata::postgres
