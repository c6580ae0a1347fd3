#include "postgres/server/api.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

#include "postgres/catalog/catalog_changes.hpp"
#include "postgres/catalog/ledger.hpp"
#include "postgres/release/following_relations.hpp"
#include "postgres/server/extension.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"

// Triggers that keep the catalog true when relations and attributes are dropped or renamed. They
// grant and give away a release's relations together, and keep the catalog itself from being
// dropped unasked. Every command in the database fires them. Commands that concern nothing in the
// catalog go no further than may_concern().

namespace microdata::postgres {

// A command touches the relations that it is about (extension.hpp): relations that its
// statement names, and relations that it reaches as heirs, as partitions or by a composite type.
// The catalog records known relations in microdata.known_relation_record. Other relations also
// decide which roles read a release: views on the release, and parents of its tables.

namespace {

// Tasks that a command leaves.
struct Concerns {
  bool renamed = false;
  bool granted = false;
  bool opened = false;
};

// The kinds of records that the catalog has of a relation.
enum class Known : std::uint8_t { nothing, something, release };

// The places of the relations on record, by a hash of their numbers. A relation whose place is not
// marked is not on record; of the others, the record is asked. Code that adds to it touches it.
constexpr unsigned place_bits = 17;
std::bitset<1U << place_bits> recorded_places;

// Numbers of partitions ascend by even steps, which a remainder maps to few places. Fibonacci
// hashing (Knuth, The Art of Computer Programming 3, section 6.4) spreads them.
std::size_t place_of(Oid relation) {
  return (relation * 2654435769U) >> (32 - place_bits);
}

// The table of known relations, which is opened when it is needed first.
struct KnownRelations {
  Oid table;
  Oid index;
  Relation opened = nullptr;
};

// The known relations, found again after one of these two relations was touched.
KnownRelations known_relations{InvalidOid, InvalidOid};

Known look_up(KnownRelations& known, Oid relation) {
  if (!recorded_places[place_of(relation)]) return Known::nothing;
  if (known.opened == nullptr) known.opened = table_open(known.table, AccessShareLock);
  ScanKeyData key;
  ScanKeyInit(&key, 1, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(relation));
  SysScanDesc scan = systable_beginscan(known.opened, known.index, true, nullptr, 1, &key);
  Known found = Known::nothing;
  for (HeapTuple tuple = systable_getnext(scan); HeapTupleIsValid(tuple) && found != Known::release;
       tuple = systable_getnext(scan)) {
    bool is_null = false;
    const Datum of_release = heap_getattr(tuple, 2, RelationGetDescr(known.opened), &is_null);
    found = !is_null && DatumGetBool(of_release) ? Known::release : Known::something;
  }
  systable_endscan(scan);
  return found;
}

// The properties of a relation in pg_class; the kind of a dropped relation is 0.
struct Shape {
  char kind = '\0';
  bool has_heirs = false;
  bool is_partition = false;
};

Shape shape_of(Oid relation) {
  HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
  if (!HeapTupleIsValid(tuple)) return {};
  const auto* const form = reinterpret_cast<Form_pg_class>(GETSTRUCT(tuple));
  const Shape shape{form->relkind, form->relhassubclass, form->relispartition};
  ReleaseSysCache(tuple);
  return shape;
}

// True if the relation has rows to publish or to read, or is gone.
bool may_be_known(const Shape& shape) {
  switch (shape.kind) {
    case '\0':
    case RELKIND_RELATION:
    case RELKIND_PARTITIONED_TABLE:
    case RELKIND_VIEW:
    case RELKIND_MATVIEW:
    case RELKIND_FOREIGN_TABLE:
      return true;
    default:
      return false;
  }
}

// The largest number of relations to walk for all touched relations. Other roles can make any
// number of views, and every session gets to see what they touch.
constexpr int most_walked = 200;

// Adds the relations that a view reads to a list, up to the list's limit.
List* add_read_by(Oid view, List* relations) {
  ScanKeyData key;
  ScanKeyInit(&key, Anum_pg_rewrite_ev_class, BTEqualStrategyNumber, F_OIDEQ,
              ObjectIdGetDatum(view));
  Relation rules = table_open(RewriteRelationId, AccessShareLock);
  Relation dependencies = table_open(DependRelationId, AccessShareLock);
  SysScanDesc of_view =
      systable_beginscan(rules, RewriteRelRulenameIndexId, true, nullptr, 1, &key);
  for (HeapTuple rule = systable_getnext(of_view); HeapTupleIsValid(rule);
       rule = systable_getnext(of_view)) {
    std::array<ScanKeyData, 2> keys{};
    ScanKeyInit(&keys[0], Anum_pg_depend_classid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(RewriteRelationId));
    ScanKeyInit(&keys[1], Anum_pg_depend_objid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(reinterpret_cast<Form_pg_rewrite>(GETSTRUCT(rule))->oid));
    SysScanDesc of_rule =
        systable_beginscan(dependencies, DependDependerIndexId, true, nullptr, 2, keys.data());
    for (HeapTuple tuple = systable_getnext(of_rule); HeapTupleIsValid(tuple);
         tuple = systable_getnext(of_rule)) {
      if (list_length(relations) > most_walked) break;
      const auto* const dependency = reinterpret_cast<Form_pg_depend>(GETSTRUCT(tuple));
      if (dependency->refclassid == RelationRelationId)
        relations = list_append_unique_oid(relations, dependency->refobjid);
    }
    systable_endscan(of_rule);
  }
  systable_endscan(of_view);
  table_close(dependencies, AccessShareLock);
  table_close(rules, AccessShareLock);
  return relations;
}

// The touched relations that may have become visible to other readers: none; relations that were
// attached to a parent, and views; or these and all that have heirs. Parents are touched for each
// partition that they get, and their heirs are many.
enum class Shown : std::uint8_t { nothing, attached, heirs };

Shown shown_by(const AlterTableCmd& part) {
  switch (part.subtype) {
    case AT_ChangeOwner:
      return Shown::heirs;
    case AT_AttachPartition:
    case AT_AddInherit:
    case AT_SetRelOptions:
    case AT_ResetRelOptions:
    case AT_ReplaceRelOptions:
      return Shown::attached;
    default:
      return Shown::nothing;
  }
}

bool makes_table_without_parent(const Node* command) {
  if (!IsA(command, CreateStmt)) return false;
  const auto* const table = reinterpret_cast<const CreateStmt*>(command);
  return table->inhRelations == NIL && table->partbound == nullptr;
}

Shown shown_by(const EventTriggerData& data) {
  const Node* const command = data.parsetree;
  if (command == nullptr || IsA(command, GrantStmt) || IsA(command, CreateSchemaStmt))
    return Shown::heirs;
  if (IsA(command, RenameStmt) || IsA(command, DropStmt) || makes_table_without_parent(command))
    return Shown::nothing;
  if (!IsA(command, AlterTableStmt)) return Shown::attached;
  Shown shown = Shown::nothing;
  const List* const parts = reinterpret_cast<const AlterTableStmt*>(command)->cmds;
  for (int i = 0; i < list_length(parts); ++i)
    shown = std::max(shown, shown_by(*static_cast<const AlterTableCmd*>(list_nth(parts, i))));
  return shown;
}

bool has_release_above(KnownRelations& known, Oid partition) {
  const List* const ancestors = get_partition_ancestors(partition);
  for (int i = 0; i < list_length(ancestors); ++i) {
    if (look_up(known, list_nth_oid(ancestors, i)) == Known::release) return true;
  }
  return false;
}

// True if a touched relation that the catalog does not know shows a release, step by step: as its
// partition, as a view on it, or as a parent of it. Also true if there is too much to walk.
bool shows_release(KnownRelations& known, Oid touched, Shown shown, List** walked) {
  if (shown == Shown::nothing) return false;
  int i = list_length(*walked);
  *walked = list_append_unique_oid(*walked, touched);
  for (; i < list_length(*walked); ++i) {
    CHECK_FOR_INTERRUPTS();
    if (i >= most_walked) return true;
    const Oid relation = list_nth_oid(*walked, i);
    const bool itself = relation == touched;
    const Shape shape = shape_of(relation);
    if (shape.kind == '\0' || !may_be_known(shape)) continue;
    if (!itself && look_up(known, relation) == Known::release) return true;
    if (shape.is_partition && has_release_above(known, relation)) return true;
    if (shape.kind == RELKIND_VIEW || shape.kind == RELKIND_MATVIEW)
      *walked = add_read_by(relation, *walked);
    if (shape.has_heirs &&
        (!itself || shown == Shown::heirs || shape.is_partition || has_superclass(relation))) {
      List* const heirs = find_inheritance_children(relation, NoLock);
      if (list_length(heirs) > most_walked) return true;
      *walked = list_concat_unique_oid(*walked, heirs);
    }
  }
  return false;
}

// Touched relations that were not processed yet, because a command does not fire all triggers.
struct Touched {
  // True if a relation that the catalog knows was touched; one flag for each task that asks.
  bool dropped = false;
  bool altered = false;
  // True if a release, or a relation that shows one, was touched.
  bool shown = false;
};
Touched unseen;

bool take(bool& touched) {
  const bool was_touched = touched;
  touched = false;
  return was_touched;
}

void sort(KnownRelations& known, const TouchedRelations& touched, Shown shown) {
  List* walked = NIL;
  for (std::size_t i = 0; i < touched.count(); ++i) {
    CHECK_FOR_INTERRUPTS();
    const Oid relation = touched[i];
    const Known found = look_up(known, relation);
    if (found != Known::nothing) unseen.dropped = unseen.altered = true;
    if (!unseen.shown)
      unseen.shown = found == Known::release || shows_release(known, relation, shown, &walked);
  }
}

// Marks the places of the relations on record; all places if there are too many to read.
void mark_recorded(Oid known_relations_table) {
  constexpr int most_read = 20000;
  recorded_places.reset();
  Relation table = table_open(known_relations_table, AccessShareLock);
  SysScanDesc scan = systable_beginscan(table, InvalidOid, false, nullptr, 0, nullptr);
  int rows = 0;
  for (HeapTuple tuple = systable_getnext(scan); HeapTupleIsValid(tuple);
       tuple = systable_getnext(scan)) {
    if (++rows > most_read) {
      recorded_places.set();
      break;
    }
    bool is_null = false;
    const Datum relation = heap_getattr(tuple, 1, RelationGetDescr(table), &is_null);
    recorded_places.set(place_of(DatumGetObjectId(relation)));
  }
  systable_endscan(scan);
  table_close(table, AccessShareLock);
}

// Finds the table of known relations again if it was touched: added to, or made anew.
void find_known_relations(const TouchedRelations& touched) {
  KnownRelations& known = known_relations;
  known.opened = nullptr;
  if (OidIsValid(known.index) && !touched.has(known.table) && !touched.has(known.index)) {
    return;
  }
  known = {InvalidOid, InvalidOid};
  const Oid schema = get_namespace_oid("microdata", true);
  if (!OidIsValid(schema)) return;
  const Oid table = get_relname_relid("known_relation_record", schema);
  if (!OidIsValid(table)) return;
  mark_recorded(table);
  known = {table, get_relname_relid("known_relation_record_relation", schema)};
}

// Sorts the relations that were touched since the last call.
void sort_touched(const EventTriggerData& data) {
  const TouchedRelations& touched = take_touched_relations();
  find_known_relations(touched);
  KnownRelations& known = known_relations;
  // The table does not exist while the extension is created, or in a database of version 0.12.0.
  if (touched.any() || !OidIsValid(known.table) || !OidIsValid(known.index)) {
    unseen = {true, true, true};
    return;
  }
  sort(known, touched, shown_by(data));
  if (known.opened != nullptr) table_close(known.opened, AccessShareLock);
}

// Returns the tasks of the command that has just ended; called by the trigger of ddl_command_end.
Concerns concerns_of_command(FunctionCallInfo fcinfo) {
  const auto* const data = reinterpret_cast<EventTriggerData*>(fcinfo->context);
  sort_touched(*data);
  Concerns concerns;
  switch (data->tag) {
    case CMDTAG_GRANT:
    case CMDTAG_REVOKE:
    case CMDTAG_CREATE_SCHEMA:
      concerns.granted = take(unseen.altered);
      concerns.opened = take(unseen.shown);
      break;
    case CMDTAG_ALTER_TYPE:
      concerns.renamed = take(unseen.altered);
      break;
    case CMDTAG_CREATE_TABLE:
    case CMDTAG_CREATE_VIEW:
    case CMDTAG_CREATE_MATERIALIZED_VIEW:
      concerns.opened = take(unseen.shown);
      break;
    default:
      concerns.renamed = take(unseen.altered);
      concerns.opened = take(unseen.shown);
  }
  return concerns;
}

// True if the command might have dropped something that the catalog knows; called by the trigger of
// sql_drop.
bool concerns_dropped(FunctionCallInfo fcinfo) {
  sort_touched(*reinterpret_cast<EventTriggerData*>(fcinfo->context));
  return take(unseen.dropped);
}

// Tables of the catalog that the command may not drop unasked; invalid if there is no such command.
struct KeptTables {
  Oid releases = InvalidOid;
  Oid series = InvalidOid;
  Oid ledger = InvalidOid;
};
KeptTables kept;

// The extension's own trigger of sql_drop is gone when the extension is, and a command can also
// drop the extension through a schema, a role or another extension. The code therefore uses the
// server's hook, which is called for each object before it is dropped.

// The hook that was set before, which is called, too.
object_access_hook_type next_hook = nullptr;
bool hooked = false;

// Returns the number of rows of a table that is locked to be dropped.
std::int64_t rows_of(Oid table) {
  if (!OidIsValid(table)) return 0;
  Relation relation = table_open(table, NoLock);
  SysScanDesc scan = systable_beginscan(relation, InvalidOid, false, nullptr, 0, nullptr);
  std::int64_t rows = 0;
  while (HeapTupleIsValid(systable_getnext(scan)))
    ++rows;
  systable_endscan(scan);
  table_close(relation, NoLock);
  return rows;
}

// Fails if the drop is not allowed, and warns if the ledger is dropped. By now the command has
// locked everything that it drops, so that no session adds a row any more. All of it still exists
// when the first of these tables goes.
void judge_drop() {
  const KeptTables tables = kept;
  kept = {};
  const std::int64_t releases = rows_of(tables.releases);
  const std::int64_t series = rows_of(tables.series);
  const std::int64_t remembered = rows_of(tables.ledger);
  if ((releases > 0 || series > 0) && !allows_drop()) {
    ereport(ERROR,
            (errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
             errmsg("cannot drop extension pg_microdata while releases or series are on record"),
             errdetail("Releases: " INT64_FORMAT "; series: " INT64_FORMAT
                       "; releases in the ledger: " INT64_FORMAT ".",
                       releases, series, remembered),
             errhint("Use drop_release() and drop_series(), or SET pg_microdata.allow_drop = on to "
                     "drop the extension with its ledger and the memory of its series.")));
  }
  if (remembered == 0) return;
  ereport(WARNING,
          (errmsg("the ledger of pg_microdata is dropped with the extension"),
           errdetail("Releases in the ledger: " INT64_FORMAT ".", remembered),
           errhint("Published data stay known. Only a dump made before the command keeps "
                   "the ledger: pg_dump -t 'microdata.*'. In a transaction block, ROLLBACK "
                   "undoes the command.")));
}

void on_access(ObjectAccessType access, Oid catalog, Oid object, int part, void* argument) {
  if (next_hook != nullptr) next_hook(access, catalog, object, part, argument);
  if (access != OAT_DROP || catalog != RelationRelationId || part != 0 || !OidIsValid(object))
    return;
  const std::array tables{kept.releases, kept.series, kept.ledger};
  if (std::find(tables.begin(), tables.end(), object) != tables.end()) judge_drop();
}

// Makes the starting command fail if it drops the extension's catalog with recorded releases or
// series, unless pg_microdata.allow_drop is on. Owns nothing, so that an ERROR can pass through.
void keep_catalog() {
  if (!hooked) {
    next_hook = object_access_hook;
    object_access_hook = on_access;
    hooked = true;
  }
  kept = {};
  const Oid schema = get_namespace_oid("microdata", true);
  if (!OidIsValid(schema)) return;
  kept.releases = get_relname_relid("release_record", schema);
  kept.series = get_relname_relid("series_record", schema);
  kept.ledger = get_relname_relid("ledger_record", schema);
}

void require_event_trigger(FunctionCallInfo fcinfo) {
  if (!CALLED_AS_EVENT_TRIGGER(fcinfo)) {
    throw Error(ERRCODE_E_R_I_E_EVENT_TRIGGER_PROTOCOL_VIOLATED,
                "this function is called by an event trigger only");
  }
}

// True if the command also drops the objects that depend on its objects.
bool cascades(const Node* command) {
  if (command == nullptr) return false;
  if (IsA(command, DropStmt))
    return reinterpret_cast<const DropStmt*>(command)->behavior == DROP_CASCADE;
  return IsA(command, DropOwnedStmt) &&
         reinterpret_cast<const DropOwnedStmt*>(command)->behavior == DROP_CASCADE;
}

// True if the extension has the library's version. Otherwise no command is followed until an
// update, which removes dropped objects from the catalog; a session is warned once.
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

// Handles three triggers that databases of version 0.12.0 have instead of one.
Datum on_former_command(FunctionCallInfo fcinfo) {
  require_event_trigger(fcinfo);
  (void)follows_commands();
  return 0;
}

// The tasks of the command that is followed; a variable, because a function's body has no argument
// of its own.
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

// Function definitions as by MICRODATA_FUNCTION, without any setup for commands that concern
// nothing.
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
