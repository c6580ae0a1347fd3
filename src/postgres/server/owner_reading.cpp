#include "postgres/server/owner_reading.hpp"

#include <optional>

#include "postgres/server/checkpoints.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/memory_scope.hpp"
#include "postgres/server/owner_scope.hpp"

namespace microdata::postgres {

namespace {

// A SELECT that was analyzed for the caller, and its roles; InvalidOid: the caller.
struct Analyzed {
  Query* query = nullptr;
  Oid planner = InvalidOid;
  Oid executor = InvalidOid;
};

// A walk over the relations of a query, each with those below it. Calls PostgreSQL, and owns
// nothing.
struct Owners {
  Oid caller;
  // The first owner without the caller's rights.
  Oid weaker;
  // A third role, neither that owner nor a superuser, owns a relation.
  bool others;
  bool any_invoker;
};

void add_owner(Oid relation, Owners* owners) {
  const HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
  if (!HeapTupleIsValid(tuple)) return;
  const Oid owner = reinterpret_cast<const FormData_pg_class*>(GETSTRUCT(tuple))->relowner;
  ReleaseSysCache(tuple);
  if (superuser_arg(owner)) return;
  if (!OidIsValid(owners->weaker) && !has_privs_of_role(owner, owners->caller))
    owners->weaker = owner;
  owners->others = owners->others || owner != owners->weaker;
}

void add_owners(const RangeTblEntry* entry, Owners* owners) {
  const Relation relation = try_relation_open(entry->relid, AccessShareLock);
  if (relation == nullptr) return;
  const bool is_view = relation->rd_rel->relkind == RELKIND_VIEW;
  owners->any_invoker = owners->any_invoker || (is_view && compat::reads_as_caller(relation));
  const bool has_heirs = relation->rd_rel->relhassubclass;
  relation_close(relation, NoLock);
  add_owner(entry->relid, owners);
  if (is_view || !has_heirs) return;
  ListCell* cell = nullptr;
  foreach (cell, find_all_inheritors(entry->relid, AccessShareLock, nullptr))
    add_owner(lfirst_oid(cell), owners);
}

bool find_owners(Node* node, void* context) {
  if (node == nullptr) return false;
  check_stack_depth();
  if (IsA(node, RangeTblEntry)) {
    const auto* const entry = reinterpret_cast<const RangeTblEntry*>(node);
    if (entry->rtekind == RTE_RELATION) add_owners(entry, static_cast<Owners*>(context));
    return false;
  }
  if (IsA(node, Query)) {
    return compat::walk_query_tree(reinterpret_cast<Query*>(node), find_owners, context,
                                   QTW_EXAMINE_RTES_BEFORE);
  }
  return compat::walk_expression_tree(node, find_owners, context);
}

Owners owners_of(Query* query, Oid caller) {
  Owners owners{caller, InvalidOid, false, false};
  find_owners(reinterpret_cast<Node*>(query), &owners);
  return owners;
}

// Of the caller and the owner that takes the caller's place.
struct Rights {
  Oid caller;
  Oid owner;
};

// Asks for the caller's rights as the executor would, which then asks for them on relations that
// are not the owner's, and for none on the owner's: owners can take their own rights away.
bool check_rights(Node* node, void* context) {
  if (node == nullptr) return false;
  if (!IsA(node, Query)) return compat::walk_expression_tree(node, check_rights, context);
  const auto& rights = *static_cast<const Rights*>(context);
  auto* const query = reinterpret_cast<Query*>(node);
  compat::check_permissions(query);
  ListCell* cell = nullptr;
  foreach (cell, query->rtable) {
    auto* const entry = lfirst_node(RangeTblEntry, cell);
    if (entry->rtekind != RTE_RELATION) continue;
    if (compat::owns_relation(entry->relid, rights.owner)) {
      compat::require_no_right(query, entry);
    } else {
      compat::check_as(query, entry, rights.caller);
    }
  }
  return compat::walk_query_tree(query, check_rights, context, 0);
}

// Requires an active snapshot. Without a query where it is no SELECT, or, unless it is to be
// planned in any case, where only the caller has a part in it.
Analyzed analyze(const char* statement, Author author, bool in_any_case) {
  Analyzed analyzed;
  List* const parsed = pg_parse_query(statement);
  auto* const raw = list_length(parsed) == 1 ? linitial_node(RawStmt, parsed) : nullptr;
  if (raw == nullptr || !IsA(raw->stmt, SelectStmt)) return analyzed;
  Query* const query = compat::analyze(raw, statement);
  if (query->commandType != CMD_SELECT || query->hasModifyingCTE) return analyzed;
  const Oid caller = GetUserId();
  const Owners named = owners_of(query, caller);
  const bool for_owner = OidIsValid(named.weaker) && !named.any_invoker;
  if (!for_owner && !in_any_case) return analyzed;
  if (for_owner) {
    Rights rights{caller, named.weaker};
    check_rights(reinterpret_cast<Node*>(query), &rights);
  }
  List* const rewritten = QueryRewrite(query);
  if (list_length(rewritten) != 1) return Analyzed{};
  analyzed.query = linitial_node(Query, rewritten);
  if (!for_owner) return analyzed;
  if (has_privs_of_role(caller, named.weaker)) {
    analyzed.planner = analyzed.executor = named.weaker;
  } else if (author == Author::extension) {
    Owners all = owners_of(analyzed.query, caller);
    if (all.weaker == named.weaker && !all.others && !all.any_invoker)
      analyzed.planner = named.weaker;
  }
  return analyzed;
}

// Has code of an owner change nothing for as long as it lasts: neither what is read next, nor what
// the next statement's names mean. PostgreSQL refuses to end it within a transaction.
class ReadOnlyScope {
 public:
  ReadOnlyScope() : before_(XactReadOnly) { XactReadOnly = true; }
  ReadOnlyScope(const ReadOnlyScope&) = delete;
  ReadOnlyScope& operator=(const ReadOnlyScope&) = delete;
  ~ReadOnlyScope() { XactReadOnly = before_; }

 private:
  bool before_;
};

// The place of an owner whose relations are read. Settings that code of the owner has made,
// transaction_read_only among them, are given up before the transaction is what it was.
struct ReadingOwner {
  explicit ReadingOwner(Oid role) : place(OwnerScope::Owner{role}) {}
  ReadOnlyScope read_only;
  OwnerScope place;
};

PlannedStmt* plan(const Analyzed& analyzed, const char* statement) {
  std::optional<ReadingOwner> scope;
  if (OidIsValid(analyzed.planner)) scope.emplace(analyzed.planner);
  return guarded(
      [&] { return pg_plan_query(analyzed.query, statement, CURSOR_OPT_PARALLEL_OK, nullptr); });
}

void run(PlannedStmt* planned, Oid executor, const char* statement, DestReceiver* receiver) {
  std::optional<ReadingOwner> scope;
  if (OidIsValid(executor)) scope.emplace(executor);
  run_in_server([&] {
    QueryDesc* const running = CreateQueryDesc(planned, statement, GetActiveSnapshot(),
                                               InvalidSnapshot, receiver, nullptr, nullptr, 0);
    ExecutorStart(running, 0);
    compat::run_executor(running);
    ExecutorFinish(running);
    ExecutorEnd(running);
    FreeQueryDesc(running);
  });
}

}  // namespace

bool read_for_owner(const std::string& statement, Author author, Snapshot snapshot,
                    DestReceiver* receiver) {
  const MemoryScope memory;
  const Analyzed analyzed = guarded([&] {
    if (snapshot == nullptr) CommandCounterIncrement();
    PushActiveSnapshot(snapshot == nullptr ? GetTransactionSnapshot() : snapshot);
    return analyze(statement.c_str(), author, false);
  });
  const bool runs = analyzed.query != nullptr && OidIsValid(analyzed.planner);
  if (runs) run(plan(analyzed, statement.c_str()), analyzed.executor, statement.c_str(), receiver);
  guarded([] { PopActiveSnapshot(); });
  return runs;
}

double expected_rows(const std::string& statement) {
  const MemoryScope memory;
  const Analyzed analyzed = guarded([&] {
    PushActiveSnapshot(GetTransactionSnapshot());
    return analyze(statement.c_str(), Author::extension, true);
  });
  const double rows = plan(analyzed, statement.c_str())->planTree->plan_rows;
  guarded([] { PopActiveSnapshot(); });
  return rows;
}

}  // namespace microdata::postgres
