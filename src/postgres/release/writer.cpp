#include "postgres/release/writer.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "postgres/release/release_partitions.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"

namespace microdata::postgres {

namespace {

std::string fewer_attributes(std::size_t bytes) {
  return "Publish fewer attributes: leave some out with identifiers, or divide them among more "
         "tables with fragment_table(fragments => " +
         std::to_string(tables_for(bytes)) + ").";
}

std::size_t bytes_of_row(std::size_t of_values) {
  return MAXALIGN(SizeofHeapTupleHeader) + of_values;
}

std::string too_many_bytes(std::size_t row) {
  return "at least " + std::to_string(row) + " bytes; at most " + std::to_string(MaxHeapTupleSize) +
         " fit into a page.";
}

// Returns the size in the server's message, in any language; 0 if there is none.
std::size_t first_number(const char* message) {
  const char* digit = std::find_if(message, message + std::strlen(message),
                                   [](char c) { return c >= '0' && c <= '9'; });
  return std::strtoul(digit, nullptr, 10);
}

}  // namespace

std::size_t tables_for(std::size_t bytes) {
  return bytes * 3 / 2 / MaxHeapTupleSize + 1;
}

std::size_t least_bytes_of_values(const Table& table, const AttributeSet& attributes) {
  std::size_t bytes = 0;
  for (const std::size_t a : attributes)
    bytes += table.dictionaries[a].least_bytes_in_row();
  return bytes;
}

void require_row_fits(std::size_t least_bytes, std::size_t columns) {
  const std::size_t row = bytes_of_row(least_bytes);
  if (row <= MaxHeapTupleSize) return;
  throw RowTooBig(Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "rows of " + std::to_string(columns) +
                                                            " columns would be too big for a table")
                      .detail("They would take " + too_many_bytes(row))
                      .hint(fewer_attributes(row)),
                  row);
}

double least_bytes_of_text(double size) {
  // Shorter than any compressed value, and than a pointer to a value stored elsewhere.
  constexpr double stored_elsewhere = 12;
  // The server moves or compresses only values that are longer than a pointer.
  constexpr auto least_moved =
      static_cast<double>(MAXALIGN(VARHDRSZ_EXTERNAL + sizeof(varatt_external)) + 1);
  return size < least_moved ? size - VARHDRSZ + VARHDRSZ_SHORT : stored_elsewhere;
}

void require_row_with_lists_fits(double least_bytes, std::size_t columns,
                                 const std::string& in_place_of_lists) {
  const std::size_t row = bytes_of_row(static_cast<std::size_t>(least_bytes));
  if (row <= MaxHeapTupleSize) return;
  throw RowTooBig(Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "rows with lists of values of " +
                                                            std::to_string(columns) +
                                                            " columns would be too big for a table")
                      .detail("A row of one class would take " + too_many_bytes(row))
                      // Lists that are not stored elsewhere take twice the least, also in
                      // fragments.
                      .hint(fewer_attributes(2 * row) + in_place_of_lists),
                  row);
}

void explain_row_too_big(const ErrorData& error) {
  if (error.sqlerrcode != ERRCODE_PROGRAM_LIMIT_EXCEEDED || error.message_id == nullptr ||
      std::strncmp(error.message_id, "row is too big", std::strlen("row is too big")) != 0) {
    return;
  }
  const std::size_t row = std::max<std::size_t>(first_number(error.message), MaxHeapTupleSize + 1);
  throw RowTooBig(
      Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "a row of the release is too big for a table")
          .detail("It would take " + too_many_bytes(row))
          .hint(fewer_attributes(row)),
      row);
}

namespace {

// Returns a new table of the same columns that takes the rows in place of this one; nothing if this
// table takes them itself.
std::optional<Oid> staging_for(Oid relation) {
  if (distribution_of(relation) == Distribution::local) return std::nullopt;
  const Target made = scratch_target(guarded([&] { return get_rel_namespace(relation); }));
  return create_relation(
      made, join({"CREATE TABLE", made.qualified, "(LIKE", qualified_name(relation), ")"}, " "));
}

// Moves the rows to their table, with the rights of the relation's owner, and drops the staging
// table.
void hand_over(Oid staged, Oid relation) {
  const std::string name = qualified_name(staged);
  {
    // INSERT evaluates the owner's checks, index expressions and domains, here or on workers.
    const Oid owner = owner_of(relation);
    std::optional<OwnerScope> scope;
    if (owner != GetUserId()) {
      execute("GRANT SELECT ON TABLE " + name + " TO " + quote_name(role_named(owner)));
      scope.emplace(relation);
    }
    execute(join({"INSERT INTO", qualified_name(relation), "SELECT * FROM", name}, " "));
  }
  execute("DROP TABLE " + name);
}

}  // namespace

// Facts common to all tables of a sink.
struct SinkState {
  std::size_t columns;
  CommandId command;
  // Table for which rows are formed.
  Relation formed;
  // Contexts for the time that the sink is open, and for a batch.
  MemoryContext lasting;
  MemoryContext scratch;
};

// Table that takes rows or, if it is partitioned, sends them to its partitions. Every call is made
// within a guard.
struct TableSink::PartitionNode {
  SinkState* state;
  Relation relation;

  // Members of a partitioned table; both are valid while it is open.
  PartitionKey key;
  PartitionDesc described;
  // Partitions that have received rows; the others are null.
  PartitionNode** partitions;

  // Members of a table that is not partitioned.
  BulkInsertState bulk;
  TupleTableSlot** slots;
  // Numbers of slots, and of slots with rows of this batch.
  std::size_t made;
  std::size_t filled;
  // Next table with rows of this batch.
  PartitionNode* next;
};

namespace {

// Number of rows that are put together at once, as in COPY.
constexpr std::size_t most_rows_at_once = 1000;

using PartitionNode = TableSink::PartitionNode;

template <typename T>
T* make_array(std::size_t size) {
  // NOLINTNEXTLINE(bugprone-sizeof-expression): of pointers, too.
  return static_cast<T*>(palloc0(sizeof(T) * size));
}

// Fails unless this transaction has created the table since its last savepoint: rows are written as
// visible to all, which is allowed only for such tables.
void require_new(Relation relation) {
  if (relation->rd_createSubid == GetCurrentSubTransactionId()) return;
  ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                  errmsg("rows would be published into partition \"%s\", which is not published "
                         "again",
                         RelationGetRelationName(relation))));
}

PartitionNode* open_node(SinkState* state, Oid relation) {
  MemoryContext const context = MemoryContextSwitchTo(state->lasting);
  auto* const node = make_array<PartitionNode>(1);
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

// Returns the index of the row's partition, found like the server does for INSERT.
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

namespace {

constexpr std::size_t most_bytes_at_once = 65536;

// Number of rows that stay in the cache while their columns are filled in.
constexpr std::size_t rows_filled_together = 128;

constexpr std::uint64_t largest_integer = std::numeric_limits<std::int32_t>::max();

// Codes of columns that share a linking, row by row. A bucket's rows are neighbours in their
// values, not in the source: column by column, every code would be a cache miss.
struct CodesByRow {
  std::span<const Row> linking;
  std::vector<std::size_t> columns;
  std::vector<Code> codes;

  const Code* of(Row row) const { return &codes[std::size_t{row} * columns.size()]; }
};

std::vector<CodesByRow> group_by_linking(std::span<const OutputColumn> columns) {
  std::vector<CodesByRow> groups;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].always_null) continue;
    const auto shares = [&](const CodesByRow& group) {
      return group.linking.data() == columns[c].linking.data() &&
             columns[group.columns.front()].codes.size() == columns[c].codes.size();
    };
    const auto found = std::find_if(groups.begin(), groups.end(), shares);
    if (found == groups.end()) {
      groups.push_back({columns[c].linking, {c}, {}});
    } else {
      found->columns.push_back(c);
    }
  }
  return groups;
}

void lay_out(CodesByRow& group, std::span<const OutputColumn> columns, const Progress& progress) {
  const std::size_t width = group.columns.size();
  const std::size_t rows = columns[group.columns.front()].codes.size();
  group.codes.resize(rows * width);
  // A block of rows stays in the cache from its first column to the last.
  constexpr std::size_t block = 512;
  for (std::size_t begin = 0; begin < rows; begin += block) {
    progress.checkpoint_at(begin);
    const std::size_t end = std::min(rows, begin + block);
    for (std::size_t i = 0; i < width; ++i) {
      const Code* const codes = columns[group.columns[i]].codes.data();
      for (std::size_t row = begin; row < end; ++row)
        group.codes[row * width + i] = codes[row];
    }
  }
}

std::vector<CodesByRow> codes_by_row(std::span<const OutputColumn> columns,
                                     const Progress& progress) {
  std::vector<CodesByRow> groups = group_by_linking(columns);
  for (CodesByRow& group : groups)
    lay_out(group, columns, progress);
  return groups;
}

// Rows that are put together: values and null flags, row by row.
struct Rows {
  explicit Rows(std::size_t columns)
      : width(columns),
        values(most_rows_at_once * columns),
        nulls(std::make_unique<bool[]>(most_rows_at_once * columns)),
        bytes(most_rows_at_once) {}

  std::size_t width;
  std::vector<Datum> values;
  std::unique_ptr<bool[]> nulls;
  // Number of bytes of each row's values that are stored outside of `values`.
  std::vector<std::size_t> bytes;
};

void clear(Rows& rows, std::size_t count) {
  std::fill_n(rows.values.begin(), count * rows.width, Datum{0});
  std::fill_n(rows.nulls.get(), count * rows.width, true);
  std::fill_n(rows.bytes.begin(), count, std::size_t{0});
}

// Neighbouring rows; the first has the values at `place` in the buckets.
struct Batch {
  std::size_t place;
  std::size_t rows;
  std::size_t width;
  Datum* values;
  bool* nulls;
  std::size_t* bytes;
};

// Fills one column of a batch: facts common to all its rows are decided once, and reading one row's
// code does not wait for another's. `value` returns the value of a code, `is_null` is true if it is
// NULL.
template <typename Value, typename IsNull>
void fill(const CodesByRow& group, std::size_t i, bool is_varlena, std::size_t at,
          const Batch& batch, const Value& value, const IsNull& is_null) {
  const Row* const linking = &group.linking[batch.place];
  const std::size_t width = group.columns.size();
  const Code* const codes = group.codes.data() + i;
  for (std::size_t row = 0; row < batch.rows; ++row) {
    const Row linked = linking[row];
    if (linked == no_row) continue;
    const Code code = codes[std::size_t{linked} * width];
    if (is_null(code)) continue;
    const Datum datum = value(code);
    batch.values[row * batch.width + at] = datum;
    batch.nulls[row * batch.width + at] = false;
    if (is_varlena) batch.bytes[row] += VARSIZE_ANY(DatumGetPointer(datum));
  }
}

void fill(const CodesByRow& group, std::span<const OutputColumn> columns, std::size_t first,
          const Batch& batch) {
  for (std::size_t i = 0; i < group.columns.size(); ++i) {
    const OutputColumn& column = columns[group.columns[i]];
    const std::size_t at = first + group.columns[i];
    if (column.dictionary != nullptr) {
      const Dictionary::Datums datums(*column.dictionary);
      fill(
          group, i, column.is_varlena, at, batch, [&](Code code) { return datums[code]; },
          [&](Code code) { return datums.is_null(code); });
    } else {
      fill(
          group, i, column.is_varlena, at, batch, [&](Code code) { return column.values[code]; },
          [&](Code code) { return column.nulls[code] != 0; });
    }
  }
}

void fill(std::span<const CodesByRow> groups, std::span<const OutputColumn> columns,
          std::size_t place, std::size_t count, std::size_t first, Rows& rows) {
  for (std::size_t begin = 0; begin < count; begin += rows_filled_together) {
    const Batch batch{place + begin,
                      std::min(rows_filled_together, count - begin),
                      rows.width,
                      rows.values.data() + begin * rows.width,
                      rows.nulls.get() + begin * rows.width,
                      rows.bytes.data() + begin};
    for (const CodesByRow& group : groups)
      fill(group, columns, first, batch);
  }
}

// Calls `put` with ranges of rows; each range but the last has at least the number of bytes that
// are handed over at once.
template <typename Put>
void put_in_parts(std::span<const std::size_t> bytes, const Put& put) {
  std::size_t begin = 0;
  std::size_t waiting = 0;
  for (std::size_t row = 0; row < bytes.size(); ++row) {
    waiting += bytes[row];
    if (waiting < most_bytes_at_once) continue;
    put(begin, row + 1);
    begin = row + 1;
    waiting = 0;
  }
  if (begin < bytes.size()) put(begin, bytes.size());
}

}  // namespace

bool BucketNumbers::is_wide() const {
  return largest() > largest_integer;
}

Datum BucketNumbers::number(std::uint64_t index) const {
  if (!permutation_) {
    if (index < largest_integer) return Int32GetDatum(static_cast<std::int32_t>(index + 1));
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "too many buckets to be numbered by an integer");
  }
  if (index >= permutation_->size())
    throw std::logic_error("there are more buckets than there can be");
  const std::uint64_t number = above_ + (*permutation_)(index) + 1;
  return is_wide() ? Int64GetDatum(static_cast<std::int64_t>(number))
                   : Int32GetDatum(static_cast<std::int32_t>(number));
}

void write_rows(const TuplePartition& buckets, BucketColumn bucket_column,
                const BucketNumbers& numbers, std::uint64_t first_bucket,
                std::span<const OutputColumn> columns, const RowSink& sink,
                const Progress& progress) {
  const std::size_t first = bucket_column == BucketColumn::shown ? 1 : 0;
  Rows rows(columns.size() + first);
  const auto put = [&](std::size_t begin, std::size_t end) {
    try {
      guarded([&] {
        sink.put(sink.self, rows.values.data() + begin * rows.width,
                 rows.nulls.get() + begin * rows.width, end - begin);
      });
    } catch (const PostgresError& error) {
      explain_row_too_big(*error.data);
      throw;
    }
    progress.advance(end - begin);
    progress.checkpoint();
  };
  const std::size_t places = buckets.offsets.back();
  progress.expect(places);
  const std::vector<CodesByRow> groups = codes_by_row(columns, progress);
  std::size_t bucket = 0;
  Datum number = 0;
  for (std::size_t place = 0; place < places; place += most_rows_at_once) {
    const std::size_t count = std::min(most_rows_at_once, places - place);
    clear(rows, count);
    for (std::size_t row = 0; row < count && first == 1; ++row) {
      while (place + row >= buckets.offsets[bucket])
        number = numbers.number(first_bucket + bucket++);
      rows.values[row * rows.width] = number;
      rows.nulls[row * rows.width] = false;
    }
    fill(groups, columns, place, count, first, rows);
    put_in_parts(std::span(rows.bytes).first(count), put);
  }
}

void write_rows(const TuplePartition& buckets, BucketColumn bucket_column,
                std::span<const OutputColumn> columns, const RowSink& sink,
                const Progress& progress) {
  write_rows(buckets, bucket_column, {}, 0, columns, sink, progress);
}

OutputColumn plain_column(std::span<const Row> linking, std::span<const Code> codes,
                          const Dictionary& dictionary) {
  OutputColumn column;
  column.linking = linking;
  column.codes = codes;
  column.dictionary = &dictionary;
  column.is_varlena = dictionary.type().is_varlena();
  return column;
}

ReleaseWriter::ReleaseWriter(Oid relation, BucketColumn bucket_column, std::size_t columns,
                             const BucketNumbers& numbers)
    : relation_(relation),
      staged_(staging_for(relation)),
      table_(staged_.value_or(relation), columns + (bucket_column == BucketColumn::shown ? 1 : 0)),
      bucket_column_(bucket_column),
      numbers_(numbers) {}

void ReleaseWriter::write(const TuplePartition& buckets, std::span<const OutputColumn> columns,
                          const Progress& progress) {
  const auto put = [](void* self, const Datum* values, const bool* nulls, std::size_t rows) {
    static_cast<TableSink*>(self)->put(values, nulls, rows);
  };
  write_rows(buckets, bucket_column_, numbers_, buckets_, columns, {&table_, put}, progress);
  buckets_ += buckets.buckets();
}

void ReleaseWriter::finish() {
  table_.finish();
  if (staged_) hand_over(*staged_, relation_);
}

}  // namespace microdata::postgres
