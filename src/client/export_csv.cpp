#include "client/export_formats.hpp"

namespace microdata::client {

void export_csv(Session& session, const ExportedRelation& relation, const TextSink& sink) {
  session.copy_out("COPY (SELECT * FROM " + relation.name + ") TO STDOUT (FORMAT csv, HEADER)",
                   sink);
}

}  // namespace microdata::client
