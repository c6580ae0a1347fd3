#include "postgres/server/api.hpp"

#include "postgres/catalog/catalog_changes.hpp"
#include "postgres/catalog/concerned_commands.hpp"
#include "postgres/catalog/extension_drop.hpp"
#include "postgres/catalog/ledger.hpp"
#include "postgres/release/following_relations.hpp"
#include "postgres/server/extension_version.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"

// Triggers that keep the catalog true when relations and attributes are dropped or renamed, a
// release's relations together when one is granted or given away, and the catalog itself from being
// dropped unasked. Everybody's commands come by here: those that concern nothing which the catalog
// knows go no further than may_concern().

namespace microdata::postgres {

namespace {

void require_event_trigger(FunctionCallInfo fcinfo) {
  if (!CALLED_AS_EVENT_TRIGGER(fcinfo)) {
    throw Error(ERRCODE_E_R_I_E_EVENT_TRIGGER_PROTOCOL_VIOLATED,
                "this function is called by an event trigger only");
  }
}

// Whether the command takes along what depends on its objects.
bool cascades(const Node* command) {
  if (command == nullptr) return false;
  if (IsA(command, DropStmt))
    return reinterpret_cast<const DropStmt*>(command)->behavior == DROP_CASCADE;
  return IsA(command, DropOwnedStmt) &&
         reinterpret_cast<const DropOwnedStmt*>(command)->behavior == DROP_CASCADE;
}

// True if the extension is that of the library. Else nothing is followed until an update, which
// takes what is gone by then out of the catalog; a session is told so once.
bool follows_commands() {
  static bool told = false;
  const std::optional<std::string> version = extension_version();
  if (!version || *version == library_version()) return true;
  if (!told) {
    const Error other = version_error(*version);
    report(WARNING, other.what(), "Until they agree, the catalog does not follow commands.",
           other.hint());
  }
  told = true;
  return false;
}

Datum on_sql_drop(FunctionCallInfo fcinfo) {
  require_event_trigger(fcinfo);
  if (!follows_commands()) return 0;
  const SpiSession spi;
  forget_dropped(cascades(reinterpret_cast<const EventTriggerData*>(fcinfo->context)->parsetree));
  return 0;
}

void follow(const Concerns& concerns) {
  if (!follows_commands()) return;
  const SpiSession spi;
  if (concerns.granted) follow_granted();
  if (concerns.renamed) {
    follow_renamed();
    follow_owners();
    follow_renamed_releases();
  }
  if (concerns.opened) remember_readers();
}

// Databases of version 0.12.0 have three triggers where others have one.
Datum on_former_command(FunctionCallInfo fcinfo) {
  require_event_trigger(fcinfo);
  (void)follows_commands();
  return 0;
}

// What the command that is followed concerns: a function's body has no argument of its own.
Concerns followed;

Datum on_command(FunctionCallInfo fcinfo) {
  require_event_trigger(fcinfo);
  const Concerns concerns = followed;
  follow(concerns);
  return 0;
}

Datum on_drop_begun(FunctionCallInfo fcinfo) {
  require_event_trigger(fcinfo);
  guarded([] { keep_catalog(); });
  return 0;
}

Datum tell_known(FunctionCallInfo /*fcinfo*/) {
  guarded([] {
    PreventCommandIfParallelMode("microdata.tell_known()");
    const Oid schema = get_namespace_oid("microdata", false);
    CacheInvalidateRelcacheByRelid(get_relname_relid("known_relation_record", schema));
  });
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_follow_renamed, microdata::postgres::on_former_command)
MICRODATA_FUNCTION(pg_microdata_follow_granted, microdata::postgres::on_former_command)
MICRODATA_FUNCTION(pg_microdata_remember_readers, microdata::postgres::on_former_command)
MICRODATA_FUNCTION(pg_microdata_keep_catalog, microdata::postgres::on_drop_begun)
MICRODATA_FUNCTION(pg_microdata_tell_known, microdata::postgres::tell_known)

// As MICRODATA_FUNCTION, with nothing set up for commands that concern nothing.
extern "C" {

PG_FUNCTION_INFO_V1(pg_microdata_forget_dropped);
PGDLLEXPORT Datum pg_microdata_forget_dropped(PG_FUNCTION_ARGS) {
  using namespace microdata::postgres;
  if (CALLED_AS_EVENT_TRIGGER(fcinfo) && !concerns_dropped(fcinfo)) return 0;
  return enter(fcinfo, on_sql_drop, 0);
}

PG_FUNCTION_INFO_V1(pg_microdata_follow_commands);
PGDLLEXPORT Datum pg_microdata_follow_commands(PG_FUNCTION_ARGS) {
  using namespace microdata::postgres;
  if (CALLED_AS_EVENT_TRIGGER(fcinfo)) {
    followed = concerns_of_command(fcinfo);
    if (!followed.renamed && !followed.granted && !followed.opened) return 0;
  }
  return enter(fcinfo, on_command, 0);
}
}
