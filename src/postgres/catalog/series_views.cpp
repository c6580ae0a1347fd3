#include "postgres/catalog/series_views.hpp"

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

const char* owner_in_series_record() {
  return "s.holder::pg_catalog.oid";
}

bool may_see_series(const Parameter& source, const Parameter& owner) {
  return query(
             "SELECT microdata.may_see_series($1::pg_catalog.oid::pg_catalog.regclass, "
             "$2::pg_catalog.oid::pg_catalog.regclass)",
             {source, owner})[0][0] == "t";
}

const char* last_owner_of_source() {
  return "(SELECT v.relowner FROM pg_catalog.pg_class v WHERE v.oid = s.holder::pg_catalog.oid)";
}

std::optional<Oid> holder_of_series(std::int32_t series) {
  const std::vector<ResultRow> rows = query(
      "SELECT c.oid FROM microdata.series_record s "
      "JOIN pg_catalog.pg_class c ON c.oid = s.holder "
      "WHERE s.series_id = $1::pg_catalog.int4",
      {std::to_string(series)});
  if (rows.empty()) return std::nullopt;
  return static_cast<Oid>(std::stoul(*rows[0][0]));
}

void forget_holders_of_series(const std::string& gone) {
  query(
      "UPDATE microdata.series_record SET holder = NULL WHERE holder = ANY ($1::pg_catalog.oid[])",
      {gone});
}

void follow_owners_of_series(const std::string& altered) {
  // The former owner might have put rules on the view, or another query into it. The new owner
  // therefore gets a new view.
  for (const ResultRow& row :
       query("SELECT h.oid, s.series_id, c.relowner "
             "FROM microdata.series_record s JOIN pg_catalog.pg_class c ON c.oid = s.source "
             "JOIN pg_catalog.pg_class h ON h.oid = s.holder AND h.relowner <> c.relowner "
             "WHERE s.source = ANY ($1::pg_catalog.oid[])",
             {altered})) {
    query(
        "UPDATE microdata.series_record SET holder = microdata.make_holder('series', "
        "$2::pg_catalog.oid::pg_catalog.regrole) WHERE series_id = $1::pg_catalog.int4",
        {row[1], row[2]});
    execute("DROP VIEW " + qualified_name(static_cast<Oid>(std::stoul(*row[0]))) + " CASCADE");
  }
}

namespace {

Oid view_number(const std::optional<std::string>& text) {
  return static_cast<Oid>(std::stoul(*text));
}

}  // namespace

std::vector<SeriesView> views_of_series(std::int32_t series) {
  std::vector<SeriesView> views;
  const CatalogScope scope;
  for (const ResultRow& row : query("SELECT w.view::pg_catalog.oid, w.suffix "
                                    "FROM microdata.series_view_record w "
                                    "JOIN pg_catalog.pg_class c ON c.oid = w.view "
                                    "WHERE w.series_id = $1::pg_catalog.int4 ORDER BY w.suffix",
                                    {std::to_string(series)})) {
    views.push_back({view_number(row[0]), *row[1]});
  }
  return views;
}

void record_view(std::int32_t series, const SeriesView& view) {
  const CatalogScope scope;
  query(
      "INSERT INTO microdata.series_view_record (view, series_id, suffix) "
      "VALUES ($2::pg_catalog.oid, $1::pg_catalog.int4, $3) ON CONFLICT (view) DO UPDATE "
      "SET series_id = EXCLUDED.series_id, suffix = EXCLUDED.suffix",
      {std::to_string(series), std::to_string(view.view), view.suffix});
}

bool is_view_of_series(Oid relation) {
  const CatalogScope scope;
  return !query("SELECT FROM microdata.series_view_record w WHERE w.view = $1::pg_catalog.oid",
                {std::to_string(relation)})
              .empty();
}

void forget_views(std::int32_t series) {
  const CatalogScope scope;
  query("DELETE FROM microdata.series_view_record WHERE series_id = $1::pg_catalog.int4",
        {std::to_string(series)});
  query(
      "UPDATE microdata.edition_record SET state = 'published' "
      "WHERE series_id = $1::pg_catalog.int4 AND state = 'shown'",
      {std::to_string(series)});
}

std::optional<ShownByView> shown_by(Oid view) {
  const CatalogScope scope;
  const std::vector<ResultRow> rows = query(
      "SELECT s.series_id, s.name, e.edition, e.release_id FROM microdata.series_view_record w "
      "JOIN microdata.series_record s ON s.series_id = w.series_id "
      "JOIN microdata.edition_record e ON e.series_id = w.series_id AND e.state = 'shown' "
      "WHERE w.view = $1::pg_catalog.oid",
      {std::to_string(view)});
  if (rows.empty()) return std::nullopt;
  const ResultRow& row = rows.front();
  return ShownByView{std::stoi(*row[0]), *row[1], std::stoi(*row[2]), std::stoll(*row[3])};
}

void forget_dropped_views(const std::string& gone) {
  // The next view is made under the old name.
  query(
      "UPDATE microdata.series_record s SET view_name = d.object_identity "
      "FROM microdata.series_view_record w, pg_catalog.pg_event_trigger_dropped_objects() d "
      "WHERE w.suffix = '' AND s.series_id = w.series_id "
      "AND d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objid = w.view "
      "AND d.objsubid = 0");
  // An edition that no view shows any more can be shown again.
  query(
      "WITH gone AS (DELETE FROM microdata.series_view_record w "
      "WHERE w.view = ANY ($1::pg_catalog.oid[]) RETURNING w.series_id) "
      "UPDATE microdata.edition_record e SET state = 'published' FROM gone g "
      "WHERE e.series_id = g.series_id AND e.state = 'shown' "
      "AND NOT EXISTS (SELECT FROM microdata.series_view_record o "
      "WHERE o.series_id = g.series_id AND o.view <> ALL ($1::pg_catalog.oid[]))",
      {gone});
}

void follow_renamed_views(const std::string& altered) {
  query(
      "UPDATE microdata.series_record s "
      "SET view_name = pg_catalog.format('%I.%I', n.nspname, c.relname) "
      "FROM microdata.series_view_record w JOIN pg_catalog.pg_class c ON c.oid = w.view "
      "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
      "WHERE w.view = ANY ($1::pg_catalog.oid[]) AND w.suffix = '' "
      "AND s.series_id = w.series_id "
      "AND s.view_name <> pg_catalog.format('%I.%I', n.nspname, c.relname)",
      {altered});
}

}  // namespace microdata::postgres
