#include "postgres/release/release_lock.hpp"

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/view_code.hpp"

namespace microdata::postgres {

namespace {

bool exists(Oid relation) {
  return guarded([&] { return SearchSysCacheExists1(RELOID, ObjectIdGetDatum(relation)); });
}

void lock(Oid relation, LOCKMODE mode) {
  if (mode > AccessShareLock && exists(relation)) require_owner(relation);
  guarded([&] { LockRelationOid(relation, mode); });
}

// Fails, before the server waits for a lock, if the caller does not own the relation: a caller
// neither waits for nor holds up relations of others.
void check_owner(const RangeVar* range, Oid relation, Oid /*previous*/, void* /*argument*/) {
  if (OidIsValid(relation) && !compat::owns_relation(relation, GetUserId())) {
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                    errmsg("must be owner of table %s", range->relname)));
  }
}

}  // namespace

namespace {

void require_release_itself(const Release& release, const std::string& name) {
  if (!release.is_by_view()) return;
  throw Error(ERRCODE_WRONG_OBJECT_TYPE, in_quotes(name) + " is a view of series " +
                                             in_quotes(release.series) + ", not a release itself")
      .detail("It shows the newest edition, and is there for those who read it.")
      .hint("drop_edition() drops editions that it does not show; alter_series() gives up a view.");
}

bool same(const Release& a, const Release& b) {
  return a.id == b.id && a.relations == b.relations && a.shown == b.shown;
}

}  // namespace

std::optional<Release> locked_release_if_there(Oid relation, LOCKMODE mode) {
  const std::string name = relation_name(relation);
  std::optional<Release> release = find_release(relation);
  if (!release) {
    // The session that might have dropped the release has not given up its lock yet.
    guarded([&] { LockRelationOid(relation, AccessShareLock); });
    release = find_release(relation);
  }
  while (release) {
    if (mode > AccessShareLock) require_release_itself(*release, name);
    for (const Oid member : release->relations)
      lock(member, mode);
    // The release might have lost relations, or all of them, during the wait.
    std::optional<Release> locked = find_release(relation);
    if (locked && same(*locked, *release)) break;
    release = std::move(locked);
  }
  if (!exists(relation)) release.reset();
  return release;
}

std::optional<Release> locked_release(Oid relation, LOCKMODE mode) {
  const std::string name = relation_name(relation);
  std::optional<Release> release = locked_release_if_there(relation, mode);
  if (!exists(relation)) {
    throw Error(ERRCODE_UNDEFINED_TABLE, "relation " + in_quotes(name) + " does not exist")
        .hint("Another session has dropped or replaced it meanwhile; call again.");
  }
  return release;
}

void fail_incomplete(const Release& release) {
  std::vector<std::string> dropped;
  for (const std::string& name : release.dropped_attributes)
    dropped.push_back(in_quotes(name));
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "release " + std::to_string(release.id) + " is incomplete")
      .detail(dropped.empty() ? "Some of the relations that it consisted of were dropped."
                              : "Some of the relations or attributes that it consisted of were "
                                "dropped, among them " +
                                    join(dropped) + ".")
      .hint("drop_release() drops the rest.");
}

Release require_release(Oid relation, LOCKMODE lock) {
  // A role that cannot read the relation must neither learn that it is a release nor hold up
  // others.
  if (exists(relation)) require_may_know(relation);
  std::optional<Release> release = locked_release(relation, lock);
  if (!release) {
    throw Error(ERRCODE_WRONG_OBJECT_TYPE, in_quotes(relation_name(relation)) + " is not a release")
        .hint("Releases are listed in microdata.releases; register_release() makes others known.");
  }
  if (lock == AccessShareLock) {
    // The caller has named the release, and so its tables. The owner of a view among them might
    // have replaced it.
    for (const Oid member : release->relations) {
      if (member == relation) continue;
      require_no_code_of_others(member,
                                "relation " + in_quotes(relation_name(member)) + " of the release",
                                Tables::left_out);
    }
  }
  return std::move(*release);
}

void lock_name(Oid schema, const std::string& name) {
  guarded([&] {
    // The lock manager treats the name as an object of the schema: no catalog uses the schema's OID
    // as its own. Only a role that may create tables in the schema can make others wait by names
    // with the same hash, and it could take the names themselves.
    const auto hash = DatumGetUInt32(hash_any(reinterpret_cast<const unsigned char*>(name.c_str()),
                                              static_cast<int>(name.size())));
    LockDatabaseObject(schema, hash, 0, ExclusiveLock);
  });
}

Oid lock_named(Oid schema, const std::string& name, LOCKMODE mode) {
  const std::string of_schema = kept_schema(schema);
  return guarded([&] {
    RangeVar* range = makeRangeVar(pstrdup(of_schema.c_str()), pstrdup(name.c_str()), -1);
    return RangeVarGetRelidExtended(range, mode, RVR_MISSING_OK, check_owner, nullptr);
  });
}

NamedLock::NamedLock(Oid schema, const std::string& name)
    : relation_(lock_named(schema, name, AccessShareLock)) {}

NamedLock::~NamedLock() {
  // Frees the lock; after an error the transaction's end would free it as well.
  if (OidIsValid(relation_)) UnlockRelationOid(relation_, AccessShareLock);
}

}  // namespace microdata::postgres
