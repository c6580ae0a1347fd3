#include "postgres/server/api.hpp"

#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/functions/published_series.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/server/writable.hpp"

// approve_edition.

namespace microdata::postgres {

namespace {

// True if the session runs a function with the rights of its owner, or what a table's owner has
// attached to a table. The publisher may have written it.
bool acts_for_another_role() {
  return guarded([] { return GetUserId() != GetOuterUserId() || InSecurityRestrictedOperation(); });
}

// Four eyes: by the roles that logged in, whatever they were set to.
void require_somebody_else(const Series& series, const EditionRecord& edition) {
  if (!series.approve) return;
  if (acts_for_another_role()) {
    throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
                "editions of series " + in_quotes(series.name) +
                    " cannot be approved by code that runs for another role")
        .hint("Call approve_edition() directly, not in a SECURITY DEFINER function.");
  }
  if (!is_publisher(edition)) return;
  throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE, "edition " + std::to_string(edition.edition) +
                                                  " of series " + in_quotes(series.name) +
                                                  " is to be approved by somebody else")
      .detail(in_quotes(*query("SELECT SESSION_USER")[0][0]) + " has published it.");
}

// An approval is of what was judged: not of what a looser gate lets pass later. One that readers'
// locks kept from being shown stays approved.
void forget_unless_held_up(const Series& series, std::int32_t edition) {
  const CatalogScope scope;
  query(
      "UPDATE microdata.edition_record e SET approved_by = NULL "
      "WHERE e.series_id = $1::pg_catalog.int4 AND e.edition = $2::pg_catalog.int4 "
      "AND e.state = 'draft' AND NOT e.findings @> '[{\"gate\": \"swap\"}]'",
      {std::to_string(series.id), std::to_string(edition)});
}

std::string state_after_approval(const Arguments& arguments) {
  const SpiSession spi;
  const SafeSearchPath path;
  require_writable("approve_edition()");
  const Series series = locked_series(arguments.text("series"));
  require_source_of(series);
  const EditionRecord edition = edition_of_series(series, arguments.integer("edition"));
  if (edition.state == EditionState::draft) {
    require_somebody_else(series, edition);
    record_approval(series.id, edition.edition);
  }
  std::string state = *query("SELECT microdata.show_edition($1, $2::pg_catalog.int4)",
                             {series.name, std::to_string(edition.edition)})[0][0];
  forget_unless_held_up(series, edition.edition);
  return state;
}

Datum approve_edition(FunctionCallInfo fcinfo) {
  const std::string state = state_after_approval(Arguments(fcinfo));
  return guarded([&] { return CStringGetTextDatum(state.c_str()); });
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_approve_edition, microdata::postgres::approve_edition)
