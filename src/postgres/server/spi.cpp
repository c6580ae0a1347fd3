#include "postgres/server/spi.hpp"

#include "postgres/server/checkpoints.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/memory_scope.hpp"
#include "postgres/server/row_receiver.hpp"

namespace microdata::postgres {

SpiSession::SpiSession() {
  guarded([] {
    if (SPI_connect() != SPI_OK_CONNECT) elog(ERROR, "SPI_connect failed");
  });
}

SpiSession::~SpiSession() {
  // Frees memory only; after an error the transaction's end would do it as well.
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

// SPI leaves the memory context as its own, which lasts as long as the session: every call below
// puts back the one that it was called in, so that what comes after it lasts no longer than that.

// Gives the table back: what is read stays the caller's alone.
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

// Keeps the rows of a statement that is run in the place of an owner.
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

// Returns the rows of a statement that is run in the place of an owner; none where it is not.
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

}  // namespace

std::vector<ResultRow> query(const char* statement, const std::vector<Parameter>& parameters) {
  const auto count = static_cast<int>(parameters.size());
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
  SPITupleTable* const table = run_in_server([&]() -> SPITupleTable* {
    MemoryContext const context = CurrentMemoryContext;
    // Locks the statement's relations; the snapshot is taken when they are there.
    SPIPlanPtr plan = SPI_prepare(statement, count, types.data());
    if (plan == nullptr) {
      elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
    }
    CommandCounterIncrement();
    // In parallel mode the server takes no newer one.
    Snapshot const snapshot = IsInParallelMode() ? GetActiveSnapshot() : GetLatestSnapshot();
    const int result = SPI_execute_snapshot(plan, values.data(), nulls.data(), snapshot,
                                            InvalidSnapshot, false, true, 0);
    if (result < 0) elog(ERROR, "SPI_execute_snapshot failed: %s", SPI_result_code_string(result));
    SPITupleTable* found = SPI_tuptable;
    SPI_freeplan(plan);
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
    // What the transaction has written is there.
    CommandCounterIncrement();
    owner_ = CurrentResourceOwner;
    snapshot_ = RegisterSnapshotOnOwner(GetTransactionSnapshot(), owner_);
  });
}

KeptSnapshot::~KeptSnapshot() {
  // Gives memory back; fails for none that is registered.
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
  // What is registered with a session of SPI lies in the memory that is current then, and is asked
  // for by each statement of the session to its end: this one has a session of its own.
  const SpiSession session;
  // The server looks for it before it looks for relations.
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

}  // namespace microdata::postgres
