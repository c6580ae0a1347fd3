#include "postgres/release/in_place.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/privacy/privacy_model.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"

namespace microdata::postgres {

namespace {

const char* access_method(Oid table) {
  return guarded([&]() -> const char* {
    const Relation relation = table_open(table, NoLock);
    const Oid access = relation->rd_rel->relam;
    table_close(relation, NoLock);
    return access == HEAP_TABLE_AM_OID ? nullptr : get_am_name(access);
  });
}

// Returns the reason why a new heap could not replace the rows of an ordinary table, if there is
// one.
std::optional<std::string> kept_elsewhere(Oid table) {
  if (const char* method = access_method(table)) {
    return "It is of the access method " + in_quotes(method) + ", not heap.";
  }
  if (distribution_of(table) != Distribution::local) {
    return "It is a distributed table: its rows are in shards, which would keep them as they are.";
  }
  return std::nullopt;
}

constexpr const char* make_a_release = "Make a release instead, without in_place.";

[[noreturn]] void refuse(int sqlstate, const InPlace& in_place, const std::string& why) {
  throw Error(sqlstate, std::string("cannot ") + in_place.verb + " " +
                            in_quotes(in_place.source.name) + " in place")
      .detail(why)
      .hint(make_a_release);
}

struct Facts {
  bool system;
  bool partition;
  bool inherited;
  bool one_snapshot;
};

void check_kind(const InPlace& in_place) {
  const Source& source = in_place.source;
  if (source.kind != RELKIND_RELATION) {
    refuse(ERRCODE_WRONG_OBJECT_TYPE, in_place, "It is not an ordinary table.");
  }
  const std::string statement = std::string(in_place.verb) + " in place";
  const Facts facts = guarded([&] {
    ::Relation relation = table_open(source.relation, NoLock);
    CheckTableNotInUse(relation, statement.c_str());
    const Facts found{IsSystemRelation(relation), relation->rd_rel->relispartition,
                      has_superclass(source.relation) ||
                          find_inheritance_children(source.relation, NoLock) != NIL,
                      IsolationUsesXactSnapshot()};
    table_close(relation, NoLock);
    return found;
  });
  require_owner(source.relation);
  if (facts.system) refuse(ERRCODE_INSUFFICIENT_PRIVILEGE, in_place, "It is a system table.");
  if (facts.partition || facts.inherited) {
    refuse(ERRCODE_WRONG_OBJECT_TYPE, in_place,
           "It is part of a partitioned table or of an inheritance tree.");
  }
  if (const std::optional<std::string> why = kept_elsewhere(source.relation)) {
    refuse(ERRCODE_FEATURE_NOT_SUPPORTED, in_place, *why);
  }
  if (facts.one_snapshot) {
    throw Error(ERRCODE_INVALID_TRANSACTION_STATE,
                "in_place => true needs the isolation level read committed")
        .detail(
            "This transaction does not see rows that others added since it began, and would lose "
            "them.");
  }
}

[[noreturn]] void refuse_identifier(const InPlace& in_place, const SourceColumn& column) {
  refuse(ERRCODE_NOT_NULL_VIOLATION, in_place,
         "The identifier " + in_quotes(column.name) +
             " would have to become NULL, which the column does not allow.");
}

// Fails if NULL is not allowed in an identifier.
void check_nullable(const InPlace& in_place, const SourceColumn& column) {
  if (column.not_null) refuse_identifier(in_place, column);
  if (column.type.declared == column.type.base) return;
  const OwnerScope owner(in_place.source.relation);
  try {
    guarded([&] { domain_check(0, true, column.type.declared, nullptr, nullptr); });
  } catch (const PostgresError& error) {
    const int sqlstate = error.data->sqlerrcode;
    if (sqlstate != ERRCODE_NOT_NULL_VIOLATION && sqlstate != ERRCODE_CHECK_VIOLATION) throw;
    refuse_identifier(in_place, column);
  }
}

// Fails for a table in a publication: a new heap is not replicated, so subscribers would keep the
// rows with their identifiers.
void check_publications(const InPlace& in_place) {
  const std::vector<ResultRow> publications = query(
      "SELECT p.pubname FROM pg_catalog.pg_publication_tables p, pg_catalog.pg_class c, "
      "pg_catalog.pg_namespace n WHERE c.oid = $1::pg_catalog.oid AND n.oid = c.relnamespace "
      "AND p.schemaname = n.nspname AND p.tablename = c.relname ORDER BY p.pubname",
      {std::to_string(in_place.source.relation)});
  if (publications.empty()) return;
  refuse(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, in_place,
         "Subscribers of the publication " + in_quotes(*publications[0][0]) +
             " would keep the rows as they are.");
}

void check_columns(const InPlace& in_place, const std::vector<AssignedRole>& roles) {
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const SourceColumn& column = in_place.source.columns[i];
    if (column.generated) {
      if (roles[i].role == Role::sensitive) {
        refuse(ERRCODE_INVALID_PARAMETER_VALUE, in_place,
               "The sensitive column " + in_quotes(column.name) + " is generated.");
      }
    } else if (roles[i].role == Role::identifier) {
      check_nullable(in_place, column);
    }
  }
}

void check_references(const InPlace& in_place) {
  const std::vector<ResultRow> references = query(
      "SELECT c.conname FROM pg_catalog.pg_constraint c "
      "WHERE c.confrelid = $1::pg_catalog.oid AND c.contype = 'f' ORDER BY c.conname",
      {std::to_string(in_place.source.relation)});
  if (!references.empty()) {
    refuse(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST, in_place,
           "It is referenced by the foreign key " + in_quotes(*references[0][0]) + ".");
  }
}

// Fails for foreign keys that rewriting could break: of a generated column, whose values are
// computed again, or of several columns in different groups, whose combinations would not be kept.
void check_foreign_keys(const InPlace& in_place, const RowsInPlace& published) {
  const Source& source = in_place.source;
  const std::vector<ResultRow> rows = query(
      "SELECT c.conname, k.attnum FROM pg_catalog.pg_constraint c, "
      "pg_catalog.unnest(c.conkey) k (attnum) WHERE c.conrelid = $1::pg_catalog.oid "
      "AND c.contype = 'f' ORDER BY c.conname",
      {std::to_string(source.relation)});
  std::string name;
  std::size_t column_of_name = 0;
  for (const ResultRow& row : rows) {
    const auto number = static_cast<AttrNumber>(std::stoi(*row[1]));
    const auto referring =
        std::find_if(source.columns.begin(), source.columns.end(),
                     [&](const SourceColumn& column) { return column.number == number; });
    if (referring != source.columns.end() && referring->generated) {
      refuse(ERRCODE_FOREIGN_KEY_VIOLATION, in_place,
             "Its foreign key " + in_quotes(*row[0]) + " is of the generated column " +
                 in_quotes(referring->name) + ".");
    }
    std::size_t column = published.columns.size();
    for (std::size_t a = 0; a < published.columns.size(); ++a) {
      if (source.columns[published.table.columns[a]].number == number)
        column = published.group_of(a);
    }
    if (*row[0] != name) {
      name = *row[0];
      column_of_name = column;
    } else if (column != column_of_name) {
      refuse(ERRCODE_FOREIGN_KEY_VIOLATION, in_place,
             "The columns of its foreign key " + in_quotes(name) + " would be separated.");
    }
  }
}

// New heap that is being filled. Every call is made within a guard.
struct HeapSink {
  ::Relation source;
  ::Relation heap;
  EState* estate;
  ResultRelInfo* result;
  TupleTableSlot* slot;
  BulkInsertState state;
  CommandId command;
  MemoryContext scratch;
  // Index among the sliced columns by attribute of the table; -1: always NULL.
  const int* place;
  std::size_t columns;

  static void put(void* self, const Datum* values, const bool* nulls, std::size_t rows) {
    auto* sink = static_cast<HeapSink*>(self);
    TupleDesc const descriptor = RelationGetDescr(sink->source);
    for (std::size_t r = 0; r < rows; ++r) {
      const Datum* row_values = values + r * (sink->columns + 1);
      const bool* row_nulls = nulls + r * (sink->columns + 1);
      MemoryContext const context = MemoryContextSwitchTo(sink->scratch);
      ExecClearTuple(sink->slot);
      for (int a = 0; a < descriptor->natts; ++a) {
        const int from = sink->place[a];
        sink->slot->tts_values[a] = from < 0 ? 0 : row_values[from + 1];
        sink->slot->tts_isnull[a] = from < 0 || row_nulls[from + 1];
      }
      ExecStoreVirtualTuple(sink->slot);
      ResetPerTupleExprContext(sink->estate);
      if (descriptor->constr != nullptr && descriptor->constr->has_generated_stored) {
        ExecComputeStoredGenerated(sink->result, sink->estate, sink->slot, CMD_INSERT);
      }
      if (descriptor->constr != nullptr) ExecConstraints(sink->result, sink->slot, sink->estate);
      table_tuple_insert(sink->heap, sink->slot, sink->command, TABLE_INSERT_SKIP_FSM, sink->state);
      MemoryContextSwitchTo(context);
    }
    ExecClearTuple(sink->slot);
    MemoryContextReset(sink->scratch);
  }
};

// Runs the body. If a constraint stops it, fails without the row that PostgreSQL would show.
template <typename Body>
void without_showing_rows(const InPlace& in_place, const Body& body) {
  try {
    body();
  } catch (const PostgresError& error) {
    const int sqlstate = error.data->sqlerrcode;
    if (sqlstate != ERRCODE_CHECK_VIOLATION && sqlstate != ERRCODE_UNIQUE_VIOLATION &&
        sqlstate != ERRCODE_EXCLUSION_VIOLATION && sqlstate != ERRCODE_NOT_NULL_VIOLATION) {
      throw;
    }
    const char* name = error.data->constraint_name;
    refuse(sqlstate, in_place,
           "The published rows would violate " +
               (name == nullptr ? "a constraint" : "the constraint " + in_quotes(name)) + ".");
  }
}

void open_heap(HeapSink& sink, Oid relation, Oid heap) {
  guarded([&] {
    sink.source = table_open(relation, NoLock);
    sink.heap = table_open(heap, NoLock);
    sink.estate = CreateExecutorState();
    sink.result = makeNode(ResultRelInfo);
    // The relation is in no range table, because the row that an error about a constraint would
    // show is not wanted.
    InitResultRelInfo(sink.result, sink.source, 0, nullptr, 0);
    sink.slot = MakeSingleTupleTableSlot(RelationGetDescr(sink.source), &TTSOpsVirtual);
    sink.state = GetBulkInsertState();
    sink.command = GetCurrentCommandId(true);
    sink.scratch =
        AllocSetContextCreate(CurrentMemoryContext, "pg_microdata tuples", ALLOCSET_DEFAULT_SIZES);
  });
}

void close_heap(const HeapSink& sink) {
  guarded([&] {
    FreeBulkInsertState(sink.state);
    table_finish_bulk_insert(sink.heap, TABLE_INSERT_SKIP_FSM);
    ExecDropSingleTupleTableSlot(sink.slot);
    FreeExecutorState(sink.estate);
    table_close(sink.heap, NoLock);
    table_close(sink.source, NoLock);
  });
}

// Removes the old statistics, with joint distributions, because they disclose former rows. ANALYZE
// keeps statistics that it does not gather again.
void remove_statistics(Oid table) {
  guarded([&] {
    ::Relation relation = table_open(table, NoLock);
    ListCell* cell = nullptr;
    RemoveStatistics(table, 0);
    List* indexes = RelationGetIndexList(relation);
    foreach (cell, indexes) {
      RemoveStatistics(lfirst_oid(cell), 0);
    }
    List* extended = RelationGetStatExtList(relation);
    foreach (cell, extended) {
      compat::remove_extended_statistics(lfirst_oid(cell));
    }
    list_free(indexes);
    list_free(extended);
    table_close(relation, NoLock);
    CommandCounterIncrement();
  });
}

Oid make_heap(const Source& source) {
  return guarded([&] {
    ::Relation relation = table_open(source.relation, NoLock);
    const Oid created = compat::make_new_heap_like(relation);
    table_close(relation, NoLock);
    CommandCounterIncrement();
    return created;
  });
}

// Returns the index among the sliced columns by attribute of the table, including dropped
// attributes; -1 if there is none.
std::vector<int> places_of_attributes(const Source& source, const Table& table) {
  const int attributes = guarded([&] {
    ::Relation relation = table_open(source.relation, NoLock);
    const int natts = RelationGetDescr(relation)->natts;
    table_close(relation, NoLock);
    return natts;
  });
  std::vector<int> place(static_cast<std::size_t>(attributes), -1);
  for (std::size_t a = 0; a < table.columns.size(); ++a) {
    const AttrNumber number = source.columns[table.columns[a]].number;
    place[static_cast<std::size_t>(number - 1)] = static_cast<int>(a);
  }
  return place;
}

void fill_heap(const Source& source, Oid heap, const RowsInPlace& published,
               const Progress& progress) {
  const std::vector<int> place = places_of_attributes(source, published.table);
  HeapSink sink{};
  open_heap(sink, source.relation, heap);
  sink.place = place.data();
  sink.columns = published.columns.size();
  write_rows(published.buckets, BucketColumn::shown, published.columns, {&sink, HeapSink::put},
             progress);
  close_heap(sink);
}

bool is_same(const SourceColumn& a, const SourceColumn& b) {
  return a.name == b.name && a.number == b.number && a.type.declared == b.type.declared &&
         a.type.base == b.type.base && a.type.typmod == b.type.typmod &&
         a.type.collation == b.type.collation && a.not_null == b.not_null &&
         a.generated == b.generated;
}

// Fails unless the table is as it was when its columns were listed: code of its owner has run
// since, such as checks of domains, and might have changed the table in this transaction.
void require_unchanged(const InPlace& in_place) {
  const Source& source = in_place.source;
  const Source now = open_source(source.relation);
  if (!std::equal(now.columns.begin(), now.columns.end(), source.columns.begin(),
                  source.columns.end(), is_same)) {
    refuse(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, in_place,
           "Its columns were changed meanwhile.");
  }
  const InPlace as_it_is{now, in_place.verb};
  check_kind(as_it_is);
  check_publications(as_it_is);
  check_references(as_it_is);
}

void swap_heap(const Source& source, Oid heap) {
  guarded([&] {
    ::Relation relation = table_open(source.relation, NoLock);
    TransferPredicateLocksToHeapRelation(relation);
    table_close(relation, NoLock);
    finish_heap_swap(source.relation, heap, false, false, true, true, RecentXmin,
                     ReadNextMultiXactId(), get_rel_persistence(source.relation));
    CommandCounterIncrement();
  });
}

}  // namespace

void check_in_place(const InPlace& in_place, const std::vector<AssignedRole>& roles,
                    const GivenTarget& given) {
  if (given.name || given.replace) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "in_place cannot be combined with target or replace");
  }
  check_kind(in_place);
  check_publications(in_place);
  check_references(in_place);
  check_columns(in_place, roles);
}

std::vector<AssignedRole> roles_in_place(const Source& source, std::vector<AssignedRole> roles) {
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (source.columns[i].generated) roles[i].role = Role::identifier;
  }
  return roles;
}

void rewrite_in_place(const InPlace& in_place, const RowsInPlace& rows, const Progress& progress) {
  const Source& source = in_place.source;
  require_unchanged(in_place);
  check_foreign_keys(in_place, rows);
  without_showing_rows(in_place, [&] {
    const OwnerScope owner(source.relation);
    const Oid heap = make_heap(source);
    fill_heap(source, heap, rows, progress);
    swap_heap(source, heap);
  });
  remove_statistics(source.relation);
  execute("ANALYZE " + qualified_name(source.relation));
}

namespace {

// Set of rows that is being returned. Every call is made within a guard.
struct RowSet {
  Tuplestorestate* store;
  TupleDesc result;
  TupleDesc row;
  // Index among the published columns by attribute of the row; -1: always NULL.
  const int* place;
  std::size_t columns;
  MemoryContext scratch;
  Datum* values;
  bool* nulls;

  static void put(void* self, const Datum* values, const bool* nulls, std::size_t rows) {
    auto* set = static_cast<RowSet*>(self);
    MemoryContext const context = MemoryContextSwitchTo(set->scratch);
    for (std::size_t r = 0; r < rows; ++r) {
      const Datum* row_values = values + r * (set->columns + 1);
      const bool* row_nulls = nulls + r * (set->columns + 1);
      for (int a = 0; a < set->row->natts; ++a) {
        const int from = set->place[a];
        set->values[a] = from < 0 ? 0 : row_values[from + 1];
        set->nulls[a] = from < 0 || row_nulls[from + 1];
      }
      HeapTuple tuple = heap_form_tuple(set->row, set->values, set->nulls);
      Datum pair[] = {row_values[0], HeapTupleGetDatum(tuple)};
      bool pair_nulls[] = {false, false};
      tuplestore_putvalues(set->store, set->result, pair, pair_nulls);
    }
    MemoryContextSwitchTo(context);
    MemoryContextReset(set->scratch);
  }
};

}  // namespace

Oid row_relation(const Arguments& arguments, const char* function) {
  const Oid type = arguments.type("row_type");
  const Oid relation =
      OidIsValid(type) ? guarded([&] { return typeidTypeRelid(type); }) : InvalidOid;
  if (!OidIsValid(relation)) {
    throw Error(ERRCODE_DATATYPE_MISMATCH, "row_type must be of a table's row type")
        .hint("Give the table as in " + std::string(function) + "(NULL::patients, ...).");
  }
  return relation;
}

void return_rows(FunctionCallInfo fcinfo, MemoryContext caller, const Source& source,
                 const Table& table, const TuplePartition& buckets,
                 std::span<const OutputColumn> columns, const Progress& progress) {
  std::vector<int> place;
  RowSet set{};
  guarded([&] {
    MemoryContext const context = MemoryContextSwitchTo(caller);
    compat::begin_set(fcinfo);
    auto* info = reinterpret_cast<ReturnSetInfo*>(fcinfo->resultinfo);
    set.store = info->setResult;
    set.result = info->setDesc;
    set.row = lookup_rowtype_tupdesc_copy(TupleDescAttr(set.result, 1)->atttypid,
                                          TupleDescAttr(set.result, 1)->atttypmod);
    set.scratch =
        AllocSetContextCreate(CurrentMemoryContext, "pg_microdata rows", ALLOCSET_DEFAULT_SIZES);
    set.values =
        static_cast<Datum*>(palloc0(static_cast<std::size_t>(set.row->natts) * sizeof(Datum)));
    set.nulls =
        static_cast<bool*>(palloc0(static_cast<std::size_t>(set.row->natts) * sizeof(bool)));
    MemoryContextSwitchTo(context);
  });
  place.assign(static_cast<std::size_t>(set.row->natts), -1);
  for (std::size_t a = 0; a < table.columns.size(); ++a) {
    const AttrNumber number = source.columns[table.columns[a]].number;
    place[static_cast<std::size_t>(number - 1)] = static_cast<int>(a);
  }
  set.place = place.data();
  set.columns = columns.size();
  write_rows(buckets, BucketColumn::shown, columns, {&set, RowSet::put}, progress);
}

namespace {

// Set of rows of a release that is being returned. Every call is made within a guard.
struct ReleaseRowSet {
  Tuplestorestate* store;
  TupleDesc result;

  static void put(void* self, const Datum* values, const bool* nulls, std::size_t rows) {
    const auto* set = static_cast<ReleaseRowSet*>(self);
    const auto columns = static_cast<std::size_t>(set->result->natts);
    // tuplestore_putvalues() changes neither array, though its parameters are not const.
    for (std::size_t r = 0; r < rows; ++r) {
      tuplestore_putvalues(set->store, set->result, const_cast<Datum*>(values + r * columns),
                           const_cast<bool*>(nulls + r * columns));
    }
  }
};

void check_result(TupleDesc result, std::vector<Oid> types) {
  if (static_cast<std::size_t>(result->natts) == types.size() + 1) types.push_back(TEXTOID);
  bool as_expected = static_cast<std::size_t>(result->natts) == types.size();
  for (std::size_t i = 0; as_expected && i < types.size(); ++i)
    as_expected = TupleDescAttr(result, static_cast<int>(i))->atttypid == types[i];
  if (as_expected) return;
  throw Error(ERRCODE_DATATYPE_MISMATCH, "the column definition list is not that of the release")
      .detail("It has the bucket, then the published columns, with their types.");
}

std::vector<Oid> types_of(const ReleaseRows& rows) {
  const bool is_wide = std::string_view(rows.numbers.type()) == "bigint";
  std::vector<Oid> types{static_cast<Oid>(is_wide ? INT8OID : INT4OID)};
  auto next = rows.types.begin();
  for (const OutputColumn& column : rows.columns)
    types.push_back(column.dictionary != nullptr ? column.dictionary->type().declared : *next++);
  return types;
}

void put_figures(ReleaseRowSet& set, const std::vector<double>& figures) {
  std::string literal = "{";
  for (const double figure : figures)
    literal += (literal.size() > 1 ? "," : "") + microdata::to_string(figure);
  literal += "}";
  const auto columns = static_cast<std::size_t>(set.result->natts);
  std::vector<Datum> values(columns);
  const auto nulls = std::make_unique<bool[]>(columns);
  std::fill_n(nulls.get(), columns - 1, true);
  guarded([&] {
    values.back() = CStringGetTextDatum(literal.c_str());
    ReleaseRowSet::put(&set, values.data(), nulls.get(), 1);
  });
}

}  // namespace

void return_release_rows(FunctionCallInfo fcinfo, MemoryContext caller, ReleaseRows rows,
                         const Progress& progress) {
  ReleaseRowSet set = guarded([&] {
    MemoryContext const context = MemoryContextSwitchTo(caller);
    // get_call_result_type() returns, for records, the descriptor that the scan continues to use,
    // and the server frees a descriptor that a function returns.
    compat::begin_set(fcinfo, compat::SetOf::values);
    const auto* info = reinterpret_cast<ReturnSetInfo*>(fcinfo->resultinfo);
    MemoryContextSwitchTo(context);
    return ReleaseRowSet{info->setResult, info->setDesc};
  });
  check_result(set.result, types_of(rows));
  if (static_cast<std::size_t>(set.result->natts) > rows.columns.size() + 1) {
    put_figures(set, rows.figures);
    rows.columns.emplace_back();
    rows.columns.back().always_null = true;
  }
  write_rows(rows.buckets, BucketColumn::shown, rows.numbers, rows.first_bucket, rows.columns,
             {&set, ReleaseRowSet::put}, progress);
}

}  // namespace microdata::postgres
