#include "client/rows_output.hpp"

#include <nlohmann/json.hpp>

namespace microdata::client {

namespace {

using Json = nlohmann::ordered_json;

// Returns a statement that converts rows to JSON on the server, because the server knows its types.
std::string with_json(const std::string& sql) {
  return "SELECT r.*, pg_catalog.row_to_json(r.*)::pg_catalog.text FROM (" + sql + ") r";
}

Json json_rows(const Rows& rows) {
  Json array = Json::array();
  for (int row = 0; row < rows.size(); ++row)
    array.push_back(Json::parse(rows.at(row, rows.columns() - 1)));
  return array;
}

}  // namespace

Rows write_rows(Session& session, Output& output, const std::string& sql,
                const Parameters& parameters) {
  Rows rows = session.query(output.json() ? with_json(sql) : sql, parameters);
  if (output.json())
    output.result()["rows"] = json_rows(rows);
  else
    output.table(rows);
  return rows;
}

void write_value(Session& session, Output& output, const std::string& name,
                 const std::string& expression, const Parameters& parameters) {
  const Rows rows = session.query("SELECT " + expression, parameters);
  if (output.json())
    output.result()[name] = rows.at(0, 0);
  else
    output.line(rows.at(0, 0));
}

}  // namespace microdata::client
