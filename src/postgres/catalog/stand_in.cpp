#include "postgres/catalog/stand_in.hpp"

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// The only current stand-in; there is none if `within` is InvalidSubTransactionId.
struct StandIn {
  SubTransactionId within = InvalidSubTransactionId;
  Oid copy = InvalidOid;
  Oid source = InvalidOid;
};

StandIn current;

// Fails if a subtransaction with a stand-in commits, and ends the stand-in at its abort; called by
// the server.
void end_stand_in(SubXactEvent event, SubTransactionId ended, SubTransactionId /*parent*/,
                  void* /*argument*/) {
  if (current.within == InvalidSubTransactionId || ended != current.within) return;
  if (event == SUBXACT_EVENT_PRE_COMMIT_SUB) {
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("releases of a table that stands in for a source cannot be kept"),
                    errhint("Roll the subtransaction back.")));
  }
  if (event == SUBXACT_EVENT_ABORT_SUB) current = {};
}

}  // namespace

void stand_in(Oid copy, Oid source) {
  const bool is_own = guarded([&] {
    // The table might have been dropped.
    if (get_rel_relkind(copy) == '\0') return false;
    return get_rel_persistence(copy) == RELPERSISTENCE_TEMP &&
           compat::owns_relation(copy, GetUserId());
  });
  if (!is_own) {
    throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
                in_quotes(relation_name(copy)) + " is not a temporary table that you own")
        .hint("Only such a table stands in for a source.");
  }
  const bool may_read = guarded([&] {
    const Oid user = GetUserId();
    return pg_class_aclcheck(source, user, ACL_SELECT) == ACLCHECK_OK ||
           pg_attribute_aclcheck_all(source, user, ACL_SELECT, ACLMASK_ANY) == ACLCHECK_OK;
  });
  if (!may_read) {
    throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
                "permission denied for relation " + relation_name(source));
  }
  if (guarded([] { return GetCurrentTransactionNestLevel(); }) < 2) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "a table stands in for a source within a subtransaction only");
  }
  if (current.within != InvalidSubTransactionId) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                in_quotes(relation_name(current.copy)) + " stands in for a source already");
  }
  static bool registered = false;
  if (!registered) {
    guarded([] { RegisterSubXactCallback(end_stand_in, nullptr); });
    registered = true;
  }
  current = {guarded([] { return GetCurrentSubTransactionId(); }), copy, source};
}

std::optional<Oid> original_of(Oid relation) {
  if (current.within == InvalidSubTransactionId || relation != current.copy) return std::nullopt;
  return current.source;
}

Oid declared_as(Oid relation) {
  return original_of(relation).value_or(relation);
}

}  // namespace microdata::postgres
