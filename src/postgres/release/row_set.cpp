#include "postgres/release/row_set.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

// A set of rows being returned. Every call is made within a guard.
struct RowSet {
  Tuplestorestate* store;
  TupleDesc result;
  TupleDesc row;
  // For each attribute of the row, its place among the published columns; -1: always NULL.
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

// A set of rows of a release being returned. Every call is made within a guard.
struct ReleaseRowSet {
  Tuplestorestate* store;
  TupleDesc result;

  static void put(void* self, const Datum* values, const bool* nulls, std::size_t rows) {
    const auto* set = static_cast<ReleaseRowSet*>(self);
    const auto columns = static_cast<std::size_t>(set->result->natts);
    // It changes neither, though it does not say so.
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
    // For records get_call_result_type() returns the descriptor that the scan goes on to use, and
    // the server frees what a function returns.
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
