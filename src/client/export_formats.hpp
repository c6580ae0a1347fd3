// Exports of a relation to a file, row by row: none of them has all rows in memory.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "client/session.hpp"

namespace microdata::client {

using TextSink = std::function<void(std::string_view)>;

struct ExportedRelation {
  std::string oid;
  // Name with its schema, as SQL writes it.
  std::string name;
};

// Exports run within one transaction of one snapshot, so that domains, rows and description are
// from one moment.
void export_csv(Session& session, const ExportedRelation& relation, const TextSink& sink);
void export_arff(Session& session, const ExportedRelation& relation, const TextSink& sink);
// Writes one object: "relation", "description" (a JSON text, "null" if there is none) and "rows".
void export_json(Session& session, const ExportedRelation& relation, const std::string& description,
                 const TextSink& sink);

}  // namespace microdata::client
