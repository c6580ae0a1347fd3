#include "postgres/release/table_sink.hpp"

#include <algorithm>

#include "postgres/release/release_levels.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

// What all tables of a sink have in common.
struct SinkState {
  std::size_t columns;
  CommandId command;
  // The table that rows are formed for.
  Relation formed;
  // For as long as the sink is open, and for a batch.
  MemoryContext lasting;
  MemoryContext scratch;
};

// A table that has rows or, of a partitioned one, where to send them. Every call is made within a
// guard.
struct TableSink::PartitionNode {
  SinkState* state;
  Relation relation;

  // Of a partitioned table. They stay while it is open.
  PartitionKey key;
  PartitionDesc described;
  // Those that rows came for.
  PartitionNode** partitions;

  // Of another one.
  BulkInsertState bulk;
  TupleTableSlot** slots;
  // How many slots there are, and how many have rows of this batch.
  std::size_t made;
  std::size_t filled;
  // Others that have rows of this batch.
  PartitionNode* next;
};

namespace {

using PartitionNode = TableSink::PartitionNode;

template <typename T>
T* make_array(std::size_t size) {
  // NOLINTNEXTLINE(bugprone-sizeof-expression): of pointers, too.
  return static_cast<T*>(palloc0(sizeof(T) * size));
}

// Rows are written as seen by everybody, which holds for tables that this transaction, back to its
// last savepoint, has made.
void require_new(Relation relation) {
  if (relation->rd_createSubid == GetCurrentSubTransactionId()) return;
  ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                  errmsg("rows would be published into partition \"%s\", which is not published "
                         "again",
                         RelationGetRelationName(relation))));
}

PartitionNode* open_node(SinkState* state, Oid relation) {
  MemoryContext const context = MemoryContextSwitchTo(state->lasting);
  PartitionNode* const node = make_array<PartitionNode>(1);
  node->state = state;
  node->relation = table_open(relation, RowExclusiveLock);
  if (static_cast<std::size_t>(RelationGetDescr(node->relation)->natts) != state->columns)
    elog(ERROR, "table \"%s\" has other columns", RelationGetRelationName(node->relation));
  if (state->formed == nullptr) state->formed = node->relation;
  require_level(state->formed, node->relation);
  if (node->relation->rd_rel->relkind == RELKIND_PARTITIONED_TABLE) {
    node->key = RelationGetPartitionKey(node->relation);
    node->described = RelationGetPartitionDesc(node->relation, true);
    node->partitions =
        make_array<PartitionNode*>(static_cast<std::size_t>(node->described->nparts + 1));
  } else {
    require_new(node->relation);
    node->bulk = GetBulkInsertState();
    node->slots = make_array<TupleTableSlot*>(most_rows_at_once);
  }
  MemoryContextSwitchTo(context);
  return node;
}

// As the server finds it for INSERT.
int partition_of(const PartitionNode& node, const Datum* values, const bool* nulls) {
  const PartitionKey key = node.key;
  const PartitionBoundInfo bounds = node.described->boundinfo;
  Datum of_key[PARTITION_MAX_KEYS];
  bool is_null[PARTITION_MAX_KEYS];
  bool any_null = false;
  for (int i = 0; i < key->partnatts; ++i) {
    of_key[i] = values[key->partattrs[i] - 1];
    is_null[i] = nulls[key->partattrs[i] - 1];
    any_null = any_null || is_null[i];
  }
  int found = -1;
  bool equal = false;
  if (key->strategy == PARTITION_STRATEGY_HASH) {
    const uint64 hash = compute_partition_hash_value(key->partnatts, key->partsupfunc,
                                                     key->partcollation, of_key, is_null);
    found = bounds->indexes[hash % static_cast<uint64>(bounds->nindexes)];
  } else if (key->strategy == PARTITION_STRATEGY_LIST && any_null) {
    found = bounds->null_index;
  } else if (key->strategy == PARTITION_STRATEGY_LIST && bounds->ndatums > 0) {
    const int place =
        partition_list_bsearch(key->partsupfunc, key->partcollation, bounds, of_key[0], &equal);
    if (place >= 0 && equal) found = bounds->indexes[place];
  } else if (key->strategy == PARTITION_STRATEGY_RANGE && !any_null && bounds->ndatums > 0) {
    const int place = partition_range_datum_bsearch(key->partsupfunc, key->partcollation, bounds,
                                                    key->partnatts, of_key, &equal);
    found = bounds->indexes[place + 1];
  }
  return found < 0 ? bounds->default_index : found;
}

PartitionNode* find_table(PartitionNode* node, const Datum* values, const bool* nulls) {
  while (node->partitions != nullptr) {
    const int place = partition_of(*node, values, nulls);
    if (place < 0) {
      ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                      errmsg("no partition of \"%s\" takes a row of the release",
                             RelationGetRelationName(node->relation)),
                      errdetail("Its values come from several rows of the source, as columns of "
                                "the partitions' keys are in different groups; or the partitions "
                                "of the source have changed meanwhile."),
                      errhint("Put the columns of the keys into one group, use regions => 1 for a "
                              "release that is one table, or call again.")));
    }
    if (node->partitions[place] == nullptr)
      node->partitions[place] = open_node(node->state, node->described->oids[place]);
    node = node->partitions[place];
  }
  return node;
}

void take_row(PartitionNode* node, const Datum* values, const bool* nulls) {
  const std::size_t columns = node->state->columns;
  if (node->filled == node->made) {
    MemoryContext const context = MemoryContextSwitchTo(node->state->lasting);
    node->slots[node->made++] = table_slot_create(node->relation, nullptr);
    MemoryContextSwitchTo(context);
  }
  TupleTableSlot* const slot = node->slots[node->filled++];
  ExecClearTuple(slot);
  std::copy_n(values, columns, slot->tts_values);
  std::copy_n(nulls, columns, slot->tts_isnull);
  ExecStoreVirtualTuple(slot);
}

constexpr int how = TABLE_INSERT_SKIP_FSM | TABLE_INSERT_FROZEN;

void write(PartitionNode* node) {
  table_multi_insert(node->relation, node->slots, static_cast<int>(node->filled),
                     node->state->command, how, node->bulk);
  node->filled = 0;
}

void close_node(PartitionNode* node) {
  if (node->partitions != nullptr) {
    for (int i = 0; i < node->described->nparts; ++i) {
      if (node->partitions[i] != nullptr) close_node(node->partitions[i]);
    }
  } else {
    for (std::size_t i = 0; i < node->made; ++i)
      ExecDropSingleTupleTableSlot(node->slots[i]);
    FreeBulkInsertState(node->bulk);
    table_finish_bulk_insert(node->relation, how);
  }
  table_close(node->relation, NoLock);
}

}  // namespace

TableSink::TableSink(Oid relation, std::size_t columns)
    : root_((require_levels(relation), guarded([&] {
               auto* const state = make_array<SinkState>(1);
               state->columns = columns;
               state->command = GetCurrentCommandId(true);
               state->lasting = CurrentMemoryContext;
               state->scratch = AllocSetContextCreate(CurrentMemoryContext, "pg_microdata tuples",
                                                      ALLOCSET_DEFAULT_SIZES);
               return open_node(state, relation);
             }))) {}

void TableSink::put(const Datum* values, const bool* nulls, std::size_t rows) const {
  const SinkState* const state = root_->state;
  MemoryContext const context = MemoryContextSwitchTo(state->scratch);
  PartitionNode* first = nullptr;
  for (std::size_t row = 0; row < rows; ++row) {
    const Datum* const row_values = values + row * state->columns;
    const bool* const row_nulls = nulls + row * state->columns;
    PartitionNode* const table = find_table(root_, row_values, row_nulls);
    if (table->filled == 0) {
      table->next = first;
      first = table;
    }
    take_row(table, row_values, row_nulls);
  }
  for (PartitionNode* table = first; table != nullptr; table = table->next)
    write(table);
  MemoryContextSwitchTo(context);
  MemoryContextReset(state->scratch);
}

void TableSink::finish() {
  guarded([&] {
    close_node(root_);
    CommandCounterIncrement();
  });
}

}  // namespace microdata::postgres
