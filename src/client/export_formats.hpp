// A relation as a file, row by row: none of these has all rows in memory.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "client/session.hpp"

namespace microdata::client {

using TextSink = std::function<void(std::string_view)>;

struct ExportedRelation {
  std::string oid;
  // As SQL writes it, with its schema.
  std::string name;
};

// All of them work within one transaction of one snapshot: domains, rows and description are of one
// moment.
void export_csv(Session& session, const ExportedRelation& relation, const TextSink& sink);
void export_arff(Session& session, const ExportedRelation& relation, const TextSink& sink);
// One object: "relation", "description" (a JSON text, "null" where there is none) and "rows".
void export_json(Session& session, const ExportedRelation& relation, const std::string& description,
                 const TextSink& sink);

}  // namespace microdata::client
