#include <nlohmann/json.hpp>

#include "client/export_formats.hpp"
#include "client/value_text.hpp"

namespace microdata::client {

void export_json(Session& session, const ExportedRelation& relation, const std::string& description,
                 const TextSink& sink) {
  std::string columns;
  const JsonValues values(session, relation.oid);
  const Rows names = session.query(
      "SELECT pg_catalog.quote_ident(a.attname) FROM pg_catalog.pg_attribute a WHERE "
      "a.attrelid = $1::pg_catalog.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum",
      {relation.oid});
  for (int row = 0; row < names.size(); ++row) {
    const std::string column(names.at(row, 0));
    columns.append(row > 0 ? ", " : " ")
        .append(values.of("x." + column))
        .append(" AS ")
        .append(column);
  }
  sink("{\"relation\": " + nlohmann::json(relation.name).dump() +
       ",\n\"description\": " + description + ",\n\"rows\": [");
  std::string_view separator = "\n";
  session.each_row(
      "SELECT row_to_json(r.*)::text FROM (SELECT" + columns + " FROM " + relation.name + " x) r",
      {}, [&](const Rows& row) {
        sink(separator);
        sink(row.at(0, 0));
        separator = ",\n";
      });
  sink("\n]}\n");
}

}  // namespace microdata::client
