#include "postgres/catalog/series_changes.hpp"

#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

namespace {

// The extension might not have been updated yet.
bool has_changes() {
  return query("SELECT pg_catalog.to_regclass('microdata.series_change_record') IS NOT NULL")
             .front()
             .front() == "t";
}

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
  if (!has_changes()) return;
  const CatalogScope scope;
  record_change(after, "gate", before.gate, after.gate);
  record_change(after, "approve", before.approve ? "true" : "false",
                after.approve ? "true" : "false");
}

void forget_changes(std::int32_t series) {
  if (!has_changes()) return;
  const CatalogScope scope;
  query("DELETE FROM microdata.series_change_record WHERE series_id = $1::pg_catalog.int4",
        {std::to_string(series)});
}

}  // namespace microdata::postgres
