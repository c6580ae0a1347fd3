#include "postgres/server/api.hpp"

#include "postgres/catalog/catalog_changes.hpp"
#include "postgres/catalog/following_relations.hpp"
#include "postgres/catalog/ledger.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"

// What keeps the catalog true when relations and attributes are dropped or renamed, and a release's
// relations together when one is granted or given away.

namespace microdata::postgres {

namespace {

void require_event_trigger(FunctionCallInfo fcinfo) {
  if (!CALLED_AS_EVENT_TRIGGER(fcinfo)) {
    throw Error(ERRCODE_E_R_I_E_EVENT_TRIGGER_PROTOCOL_VIOLATED,
                "this function is called by an event trigger only");
  }
}

Datum on_sql_drop(FunctionCallInfo fcinfo) {
  require_event_trigger(fcinfo);
  const SpiSession spi;
  forget_dropped();
  return 0;
}

Datum on_ddl_command_end(FunctionCallInfo fcinfo) {
  require_event_trigger(fcinfo);
  const SpiSession spi;
  follow_renamed();
  follow_owners();
  follow_renamed_releases();
  return 0;
}

Datum on_grant(FunctionCallInfo fcinfo) {
  require_event_trigger(fcinfo);
  const SpiSession spi;
  follow_granted();
  return 0;
}

Datum on_opened(FunctionCallInfo fcinfo) {
  require_event_trigger(fcinfo);
  const SpiSession spi;
  remember_readers();
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_forget_dropped, microdata::postgres::on_sql_drop)
MICRODATA_FUNCTION(pg_microdata_follow_renamed, microdata::postgres::on_ddl_command_end)
MICRODATA_FUNCTION(pg_microdata_follow_granted, microdata::postgres::on_grant)
MICRODATA_FUNCTION(pg_microdata_remember_readers, microdata::postgres::on_opened)
