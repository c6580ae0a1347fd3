#include "postgres/server/spi.hpp"

#include <unordered_map>
#include <utility>

#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/progress.hpp"

namespace microdata::postgres {

namespace {

void nothing_more(DestReceiver* /*self*/) {}

}  // namespace

DestReceiver row_receiver(bool (*receive)(TupleTableSlot* slot, DestReceiver* self),
                          void (*begin)(DestReceiver* self, int operation, TupleDesc type)) {
  DestReceiver receiver{};
  receiver.receiveSlot = receive;
  receiver.rStartup = begin;
  receiver.rShutdown = nothing_more;
  receiver.rDestroy = nothing_more;
  receiver.mydest = DestNone;
  return receiver;
}

namespace {

// A SELECT that was analyzed for the caller, and its roles; InvalidOid stands for the caller.
struct Analyzed {
  Query* query = nullptr;
  Oid planner = InvalidOid;
  Oid executor = InvalidOid;
};

// A walk over the relations of a query and the relations below them. Calls PostgreSQL, and owns
// nothing.
struct Owners {
  Oid caller;
  // The first owner without the caller's privileges.
  Oid weaker;
  // True if a third role, neither that owner nor a superuser, owns a relation.
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

// The caller, and the owner that takes the caller's place.
struct Rights {
  Oid caller;
  Oid owner;
};

// Checks the caller's privileges as the executor would. The executor then checks them on relations
// that are not the owner's, and none on the owner's, because owners can take their own privileges
// away.
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

// Analyzes a statement; requires an active snapshot. The result has no query if the statement is
// not a SELECT or, without `in_any_case`, if no other role takes the caller's place.
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

// A scope in which code of an owner changes nothing: neither the rows that are read next, nor the
// meaning of the next statement's names. PostgreSQL refuses to end the read-only state within a
// transaction.
class ReadOnlyScope {
 public:
  ReadOnlyScope() : before_(XactReadOnly) { XactReadOnly = true; }
  ReadOnlyScope(const ReadOnlyScope&) = delete;
  ReadOnlyScope& operator=(const ReadOnlyScope&) = delete;
  ~ReadOnlyScope() { XactReadOnly = before_; }

 private:
  bool before_;
};

// The place of an owner whose relations are read. Settings by code of the owner, such as
// transaction_read_only, are undone before the transaction is restored.
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

SpiSession::SpiSession() {
  guarded([] {
    if (SPI_connect() != SPI_OK_CONNECT) elog(ERROR, "SPI_connect failed");
  });
}

SpiSession::~SpiSession() {
  // This frees memory only; after an error the transaction's end would do it as well.
  SPI_finish();
}

RoleScope::RoleScope(Oid role) {
  GetUserIdAndSecContext(&role_, &security_context_);
  SetUserIdAndSecContext(role, security_context_ | SECURITY_LOCAL_USERID_CHANGE);
}

RoleScope::~RoleScope() {
  SetUserIdAndSecContext(role_, security_context_);
}

namespace {

// SPI leaves its own memory context behind, which lasts as long as the session. Every call below
// therefore restores the former one, so that later allocations do not last longer than that.

// Returns the rows and frees the table; memory that is read stays the caller's alone.
std::vector<ResultRow> rows_of(SPITupleTable* table) {
  std::vector<ResultRow> rows;
  if (table == nullptr) return rows;
  for (std::uint64_t i = 0; i < table->numvals; ++i) {
    ResultRow row;
    const MemoryScope memory;
    for (int column = 1; column <= table->tupdesc->natts; ++column) {
      const char* text = guarded([&] {
        check_in_server();
        return SPI_getvalue(table->vals[i], table->tupdesc, column);
      });
      row.push_back(text == nullptr ? std::nullopt : std::optional<std::string>(text));
    }
    rows.push_back(std::move(row));
  }
  guarded([&] { SPI_freetuptable(table); });
  return rows;
}

// A store for the rows of a statement that is run in the place of an owner.
struct RowStore {
  DestReceiver base;
  MemoryContext context;
  TupleDesc type;
  Tuplestorestate* rows;
};

bool store_row(TupleTableSlot* slot, DestReceiver* self) {
  tuplestore_puttupleslot(reinterpret_cast<RowStore*>(self)->rows, slot);
  return true;
}

void begin_storing(DestReceiver* self, int /*operation*/, TupleDesc type) {
  auto* const store = reinterpret_cast<RowStore*>(self);
  MemoryContext const around = MemoryContextSwitchTo(store->context);
  store->type = CreateTupleDescCopy(type);
  MemoryContextSwitchTo(around);
}

// Returns a store in the current memory context, for as long as its scope lasts; tuplestore_end()
// removes its files.
RowStore begin_store() {
  RowStore store{row_receiver(store_row, begin_storing), CurrentMemoryContext, nullptr, nullptr};
  guarded([&] { store.rows = tuplestore_begin_heap(false, false, work_mem); });
  return store;
}

// Returns the rows of a statement that is run in the place of an owner; nothing if it is not.
std::optional<std::vector<ResultRow>> rows_for_owner(const std::string& statement, Author author,
                                                     Snapshot snapshot) {
  const MemoryScope memory;
  RowStore store = begin_store();
  std::optional<std::vector<ResultRow>> rows;
  if (read_for_owner(statement, author, snapshot, &store.base)) {
    rows.emplace();
    auto* const slot =
        guarded([&] { return MakeSingleTupleTableSlot(store.type, &TTSOpsMinimalTuple); });
    const auto next = [&]() -> HeapTuple {
      check_in_server();
      return tuplestore_gettupleslot(store.rows, true, false, slot) ? ExecCopySlotHeapTuple(slot)
                                                                    : nullptr;
    };
    while (HeapTuple tuple = guarded(next)) {
      const MemoryScope of_row;
      ResultRow row;
      for (int column = 1; column <= store.type->natts; ++column) {
        const char* text = guarded([&] { return SPI_getvalue(tuple, store.type, column); });
        row.push_back(text == nullptr ? std::nullopt : std::optional<std::string>(text));
      }
      rows->push_back(std::move(row));
    }
    guarded([&] { ExecDropSingleTupleTableSlot(slot); });
  }
  guarded([&] { tuplestore_end(store.rows); });
  return rows;
}

// Plans of fixed statements, kept for the session, by text. Analyzing and planning a statement on
// catalogs takes many times as long as running it.
std::unordered_map<std::string, SPIPlanPtr> kept_plans;

// Counts the statements that are running, one within another; their plans must stay.
class RunningStatement {
 public:
  RunningStatement() { ++count; }
  RunningStatement(const RunningStatement&) = delete;
  RunningStatement& operator=(const RunningStatement&) = delete;
  ~RunningStatement() { --count; }

  static inline unsigned count = 0;
};

// Frees all plans if there are too many, because some statements have a type's name in their text.
void make_room_for_plan() {
  constexpr std::size_t most = 250;
  if (kept_plans.size() < most || RunningStatement::count > 1) return;
  for (const auto& kept : std::exchange(kept_plans, {}))
    guarded([&] { SPI_freeplan(kept.second); });
}

// Returns the plan of a statement. It is made for any values of the parameters.
SPIPlanPtr plan_of(const char* statement, std::vector<Oid>& types) {
  if (const auto found = kept_plans.find(statement); found != kept_plans.end())
    return found->second;
  make_room_for_plan();
  SPIPlanPtr& kept = kept_plans[statement];
  try {
    kept = guarded([&] {
      MemoryContext const context = CurrentMemoryContext;
      SPIPlanPtr plan = SPI_prepare_cursor(statement, static_cast<int>(types.size()), types.data(),
                                           CURSOR_OPT_GENERIC_PLAN);
      if (plan == nullptr)
        elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
      SPI_keepplan(plan);
      MemoryContextSwitchTo(context);
      return plan;
    });
  } catch (...) {
    kept_plans.erase(statement);
    throw;
  }
  return kept;
}

}  // namespace

std::vector<ResultRow> query(const char* statement, const std::vector<Parameter>& parameters) {
  std::vector<Oid> types(parameters.size(), TEXTOID);
  std::vector<Datum> values(parameters.size());
  std::vector<char> nulls(parameters.size(), 'n');
  const MemoryScope memory;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i]) continue;
    nulls[i] = ' ';
    values[i] = guarded([&] {
      return PointerGetDatum(
          cstring_to_text_with_len(parameters[i]->data(), static_cast<int>(parameters[i]->size())));
    });
  }
  const RunningStatement running;
  SPIPlanPtr const plan = plan_of(statement, types);
  SPITupleTable* const table = run_in_server([&]() -> SPITupleTable* {
    MemoryContext const context = CurrentMemoryContext;
    // This locks the statement's relations; the snapshot is taken once they are locked.
    ReleaseCachedPlan(SPI_plan_get_cached_plan(plan), CurrentResourceOwner);
    CommandCounterIncrement();
    // In parallel mode the server takes no newer snapshot.
    Snapshot const snapshot = IsInParallelMode() ? GetActiveSnapshot() : GetLatestSnapshot();
    const int result = SPI_execute_snapshot(plan, values.data(), nulls.data(), snapshot,
                                            InvalidSnapshot, false, true, 0);
    if (result < 0) elog(ERROR, "SPI_execute_snapshot failed: %s", SPI_result_code_string(result));
    SPITupleTable* found = SPI_tuptable;
    MemoryContextSwitchTo(context);
    return found;
  });
  return rows_of(table);
}

std::vector<ResultRow> query_rows(const std::string& statement, Author author) {
  if (auto rows = rows_for_owner(statement, author, nullptr)) return std::move(*rows);
  const MemoryScope memory;
  return rows_of(run_in_server([&]() -> SPITupleTable* {
    MemoryContext const context = CurrentMemoryContext;
    const int result = SPI_execute(statement.c_str(), false, 0);
    if (result < 0) elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(result));
    MemoryContextSwitchTo(context);
    return SPI_tuptable;
  }));
}

KeptSnapshot::KeptSnapshot() {
  guarded([&] {
    // The command counter makes the transaction's own changes visible.
    CommandCounterIncrement();
    owner_ = CurrentResourceOwner;
    snapshot_ = RegisterSnapshotOnOwner(GetTransactionSnapshot(), owner_);
  });
}

KeptSnapshot::~KeptSnapshot() {
  // This frees memory; it fails only for a snapshot that is not registered.
  UnregisterSnapshotFromOwner(snapshot_, owner_);
}

std::vector<ResultRow> query_rows(const std::string& statement, const KeptSnapshot& snapshot) {
  const Snapshot kept = snapshot.get();
  if (auto rows = rows_for_owner(statement, Author::extension, kept)) return std::move(*rows);
  const MemoryScope memory;
  return rows_of(run_in_server([&]() -> SPITupleTable* {
    MemoryContext const context = CurrentMemoryContext;
    SPIPlanPtr plan = SPI_prepare_cursor(statement.c_str(), 0, nullptr, CURSOR_OPT_PARALLEL_OK);
    if (plan == nullptr) {
      elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
    }
    const int result =
        SPI_execute_snapshot(plan, nullptr, nullptr, kept, InvalidSnapshot, true, false, 0);
    if (result < 0) elog(ERROR, "SPI_execute_snapshot failed: %s", SPI_result_code_string(result));
    SPITupleTable* found = SPI_tuptable;
    SPI_freeplan(plan);
    MemoryContextSwitchTo(context);
    return found;
  }));
}

namespace {

std::int64_t insert(const std::string& table, const std::string& select) {
  const std::string statement = "INSERT INTO " + table + " " + select;
  return run_in_server([&] {
    MemoryContext const context = CurrentMemoryContext;
    const int result = SPI_execute(statement.c_str(), false, 0);
    if (result < 0) elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(result));
    MemoryContextSwitchTo(context);
    return static_cast<std::int64_t>(SPI_processed);
  });
}

}  // namespace

std::int64_t insert_rows(const std::string& table, const std::string& select, Author author) {
  const MemoryScope memory;
  RowStore store = begin_store();
  if (!read_for_owner(select, author, nullptr, &store.base)) {
    guarded([&] { tuplestore_end(store.rows); });
    return insert(table, select);
  }
  // Data that is registered with a session of SPI lies in the memory context of that time, and each
  // later statement of the session uses it. This statement therefore has a session of its own.
  const SpiSession session;
  // The server looks for this name before it looks for relations.
  char name[] = "pg_microdata rows of an owner";
  guarded([&] {
    auto* const relation =
        static_cast<EphemeralNamedRelation>(palloc0(sizeof(EphemeralNamedRelationData)));
    relation->md.name = name;
    relation->md.reliddesc = InvalidOid;
    relation->md.tupdesc = store.type;
    relation->md.enrtype = ENR_NAMED_TUPLESTORE;
    relation->md.enrtuples = static_cast<double>(tuplestore_tuple_count(store.rows));
    relation->reldata = store.rows;
    if (SPI_register_relation(relation) != SPI_OK_REL_REGISTER)
      elog(ERROR, "SPI_register_relation failed");
  });
  const std::int64_t rows = insert(table, "SELECT * FROM \"pg_microdata rows of an owner\"");
  guarded([&] {
    SPI_unregister_relation(name);
    tuplestore_end(store.rows);
  });
  return rows;
}

void execute(const std::string& statement) {
  run_in_server([&] {
    MemoryContext const context = CurrentMemoryContext;
    const int result = SPI_execute(statement.c_str(), false, 0);
    if (result < 0) elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(result));
    MemoryContextSwitchTo(context);
  });
}

ResultRow found_row(const char* statement, const std::vector<Parameter>& parameters) {
  std::vector<ResultRow> rows = query(statement, parameters);
  if (!rows.empty()) return std::move(rows.front());
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "an object of the call was dropped before it was read")
      .detail("Another session, or code that the call ran, dropped or replaced it.")
      .hint("Call again.");
}

namespace {

// True for the classes of errors that are about the statement and the data.
bool is_of_statement(int sqlstate) {
  switch (ERRCODE_TO_CATEGORY(sqlstate)) {
    case ERRCODE_FEATURE_NOT_SUPPORTED:
    case ERRCODE_DATA_EXCEPTION:
    case ERRCODE_INTEGRITY_CONSTRAINT_VIOLATION:
    case ERRCODE_SYNTAX_ERROR_OR_ACCESS_RULE_VIOLATION:
    case ERRCODE_PROGRAM_LIMIT_EXCEEDED:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::optional<std::string> attempt(const std::string& statements) {
  const std::optional<Error> failed = in_subtransaction([&] { execute(statements); });
  if (!failed) return std::nullopt;
  if (failed->sqlstate() == ERRCODE_INTERNAL_ERROR) {
    // The server does not expect an index's function to change the statement's relations.
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "grants, indexes or policies of the release cannot be kept")
        .detail("The server says: " + std::string(failed->what()) + ".")
        .hint("Functions in its indexes and constraints must neither publish nor drop releases.");
  }
  if (!is_of_statement(failed->sqlstate())) throw *failed;
  return failed->what();
}

namespace {

Rehearsal* innermost_rehearsal = nullptr;

}  // namespace

Rehearsal::Rehearsal() : outer_(std::exchange(innermost_rehearsal, this)) {}

Rehearsal::~Rehearsal() {
  innermost_rehearsal = outer_;
}

bool Rehearsal::is_on() {
  return innermost_rehearsal != nullptr;
}

void Rehearsal::end() {
  if (innermost_rehearsal == nullptr) return;
  innermost_rehearsal->passed_ = true;
  throw Error(ERRCODE_SUCCESSFUL_COMPLETION, "the rehearsal is over");
}

}  // namespace microdata::postgres
