#include <nlohmann/json.hpp>

#include "client/export_formats.hpp"

namespace microdata::client {

void export_json(Session& session, const ExportedRelation& relation, const std::string& description,
                 const TextSink& sink) {
  sink("{\"relation\": " + nlohmann::json(relation.name).dump() +
       ",\n\"description\": " + description + ",\n\"rows\": [");
  std::string_view separator = "\n";
  session.each_row("SELECT row_to_json(x.*)::text FROM " + relation.name + " x", {},
                   [&](const Rows& row) {
                     sink(separator);
                     sink(row.at(0, 0));
                     separator = ",\n";
                   });
  sink("\n]}\n");
}

}  // namespace microdata::client
