#include "postgres/server/extension.hpp"

#include "postgres/server/api.hpp"

#include <utility>

#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

// Returns the slot of the relation, or the free slot for it; there is always one.
std::size_t TouchedRelations::slot_of(Oid relation) const {
  constexpr std::uint32_t golden = 2654435769U;
  std::size_t slot = (relation * golden >> 8U) % slots;
  while (places_[slot] != 0 && relations_[places_[slot] - 1U] != relation)
    slot = (slot + 1) % slots;
  return slot;
}

bool TouchedRelations::has(Oid relation) const {
  return any_ || places_[slot_of(relation)] != 0;
}

void TouchedRelations::add(Oid relation) {
  if (any_) return;
  const std::size_t slot = slot_of(relation);
  if (places_[slot] != 0) return;
  if (count_ == most) {
    any_ = true;
    return;
  }
  relations_[count_++] = relation;
  places_[slot] = static_cast<std::uint16_t>(count_);
}

void TouchedRelations::clear() {
  constexpr std::size_t few = 64;
  any_ = false;
  if (count_ > few) {
    places_.fill(0);
    count_ = 0;
  }
  // The last relation is removed first, because the slots that were passed over for a relation must
  // still be taken.
  while (count_ > 0) {
    places_[slot_of(relations_[count_ - 1])] = 0;
    --count_;
  }
}

namespace {

// Commands touch relations while those that were touched before are looked at.
TouchedRelations touched;
TouchedRelations taken;
TouchedRelations* now = &touched;
TouchedRelations* before = &taken;

// The server calls it in the middle of whatever it does: it must not fail, nor look anything up.
void on_relation(Datum /*unused*/, Oid relation) {
  if (relation == InvalidOid) {
    now->add_any();
  } else if (relation >= FirstNormalObjectId) {
    now->add(relation);
  }
}

}  // namespace

void watch_relations() {
  CacheRegisterRelcacheCallback(on_relation, 0);
}

const TouchedRelations& take_touched_relations() {
  std::swap(now, before);
  now->clear();
  return *before;
}

std::optional<std::string> extension_version() {
  const char* const found = guarded([]() -> const char* {
    ScanKeyData key;
    ScanKeyInit(&key, Anum_pg_extension_extname, BTEqualStrategyNumber, F_NAMEEQ,
                CStringGetDatum("pg_microdata"));
    Relation extensions = table_open(ExtensionRelationId, AccessShareLock);
    SysScanDesc scan = systable_beginscan(extensions, ExtensionNameIndexId, true, nullptr, 1, &key);
    HeapTuple tuple = systable_getnext(scan);
    bool is_null = true;
    const char* version = nullptr;
    if (HeapTupleIsValid(tuple)) {
      const Datum value =
          heap_getattr(tuple, Anum_pg_extension_extversion, RelationGetDescr(extensions), &is_null);
      if (!is_null) version = TextDatumGetCString(value);
    }
    systable_endscan(scan);
    table_close(extensions, AccessShareLock);
    return version;
  });
  return found != nullptr ? std::optional<std::string>(found) : std::nullopt;
}

const char* library_version() {
  return MICRODATA_VERSION;
}

Error version_error(const std::string& of_extension) {
  const char* const database =
      guarded([]() -> const char* { return get_database_name(MyDatabaseId); });
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
               "the library of pg_microdata has version " + std::string(library_version()) +
                   ", the extension version " + of_extension)
      .detail("The extension is that of database " + in_quotes(database) + ".")
      .hint(
          "If the extension is older, use ALTER EXTENSION pg_microdata UPDATE. If the library is "
          "older, begin a new session, or restart the server if it preloads libraries.");
}

void require_own_version() {
  const std::optional<std::string> version = extension_version();
  if (version && *version != library_version()) throw version_error(*version);
}

}  // namespace microdata::postgres

extern "C" {

// The macro has fields from 18 on that may be left out.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#ifdef PG_MODULE_MAGIC_EXT
PG_MODULE_MAGIC_EXT(.name = "pg_microdata", .version = MICRODATA_VERSION);
#else
PG_MODULE_MAGIC;
#endif

// Called by the server when the library is loaded; owns nothing.
PGDLLEXPORT void _PG_init() {
  microdata::postgres::register_settings();
  microdata::postgres::watch_relations();
}
}
