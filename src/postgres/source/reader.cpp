#include "postgres/source/reader.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <iterator>
#include <limits>

#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/persons.hpp"
#include "postgres/source/region_rows.hpp"

namespace microdata::postgres {

namespace {

// Largest number of rows that can be numbered.
constexpr std::size_t most_rows = std::numeric_limits<Row>::max() - 1;

// Number of rows after which reading reports its progress.
constexpr std::size_t rows_shown_at_once = 4096;

struct Reading {
  std::span<const std::string> names;
  std::span<Dictionary* const> dictionaries;
  // Counters of the columns after the encoded ones.
  std::span<Repetition> counted;
  std::vector<std::vector<Code>> codes;
  std::vector<Key> keys;
  std::vector<std::uint32_t> hashes;
  // Memory for values that are stored out of line; emptied after every row.
  MemoryContext scratch;
  bool scratch_used = false;
  std::size_t rows = 0;
  std::exception_ptr failure;
  // Number of columns before these in the rows.
  std::size_t before = 0;
  // Counts instead of codes, if rows are only counted.
  CountedColumns* tally = nullptr;

  const AttributeType& type(std::size_t column) const {
    return column < dictionaries.size() ? dictionaries[column]->type()
                                        : counted[column - dictionaries.size()].type();
  }
};

// Receiver of rows, which PostgreSQL calls. It has two halves: one calls PostgreSQL and owns
// nothing, so that an ERROR can pass through it to the guard around the query; the other is C++
// that may throw, and calls nothing that can fail with an ERROR.
struct Receiver {
  DestReceiver base;
  Reading* reading;
};

// Returns the key of a value. Calls PostgreSQL and owns nothing. Values out of line are copied into
// `scratch`.
Key find_key(const AttributeType& type, Datum value, MemoryContext scratch, bool& scratch_used) {
  Key key;
  if (type.by_value) {
    key.fixed = fixed_value(value, type.length);
    return key;
  }
  const char* pointer = DatumGetPointer(value);
  if (!type.is_varlena()) {
    key.bytes = type.length > 0 ? std::string_view(pointer, static_cast<std::size_t>(type.length))
                                : std::string_view(pointer);
    return key;
  }
  if (VARATT_IS_EXTERNAL(pointer) || VARATT_IS_COMPRESSED(pointer)) {
    MemoryContext const context = MemoryContextSwitchTo(scratch);
    pointer = reinterpret_cast<const char*>(
        pg_detoast_datum_packed(reinterpret_cast<varlena*>(const_cast<char*>(pointer))));
    MemoryContextSwitchTo(context);
    scratch_used = true;
  }
  key.bytes = std::string_view(VARDATA_ANY(pointer), VARSIZE_ANY_EXHDR(pointer));
  return key;
}

void bring_together(Reading& reading, TupleTableSlot* slot) {
  slot_getallattrs(slot);
  for (std::size_t i = 0; i < reading.keys.size(); ++i) {
    const std::size_t at = reading.before + i;
    if (slot->tts_isnull[at]) {
      reading.keys[i].is_null = true;
    } else {
      reading.keys[i] =
          find_key(reading.type(i), slot->tts_values[at], reading.scratch, reading.scratch_used);
    }
  }
}

// Fails if the rows exceed the memory limit. Estimates are made before reading, and can be wrong.
void check_memory(const Reading& reading) {
  std::size_t bytes = reading.rows * reading.codes.size() * sizeof(Code);
  for (const Dictionary* dictionary : reading.dictionaries)
    bytes += dictionary->allocated_bytes();
  const auto limit = static_cast<std::size_t>(memory_limit_bytes());
  if (bytes <= limit) return;
  throw Error(ERRCODE_OUT_OF_MEMORY, "rows take more memory than pg_microdata.memory_limit")
      .detail(std::to_string(reading.rows) + " rows were read, which take " +
              std::to_string(bytes >> 20U) + " MB; the limit is " + std::to_string(limit >> 20U) +
              " MB.")
      .hint(
          "Functions with an argument \"regions\" can publish the table in more of them; or have a "
          "superuser raise the limit.");
}

void count_one(CountedColumns& tally, std::size_t column, bool is_null, Code code) {
  if (is_null) {
    ++tally.nulls[column];
    return;
  }
  std::vector<std::uint64_t>& rows = tally.rows[column];
  if (rows.size() <= code) rows.resize(std::size_t{code} + 1);
  ++rows[code];
}

bool encode(Reading& reading) noexcept {
  try {
    if (!reading.codes.empty() && reading.codes.front().size() >= most_rows) {
      throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "too many rows")
          .detail("At most " + std::to_string(most_rows) + " rows can be published at once.");
    }
    const std::size_t encoded = reading.dictionaries.size();
    for (std::size_t i = 0; i < reading.keys.size(); ++i) {
      if (reading.keys[i].bytes.size() >= LargestValue::smallest)
        largest_value.note(reading.names[i], reading.keys[i].bytes.size());
    }
    for (std::size_t i = 0; i < encoded; ++i)
      reading.hashes[i] = reading.dictionaries[i]->hash(reading.keys[i]);
    for (std::size_t i = 0; i < encoded; ++i) {
      const Code code = reading.dictionaries[i]->encode(reading.keys[i], reading.hashes[i]);
      if (reading.tally == nullptr) {
        reading.codes[i].push_back(code);
      } else {
        count_one(*reading.tally, i, reading.keys[i].is_null, code);
      }
    }
    for (std::size_t i = 0; i < reading.counted.size(); ++i)
      reading.counted[i].add(reading.keys[encoded + i]);
    const bool some = ++reading.rows % rows_shown_at_once == 0;
    if (some) count_units(rows_shown_at_once);
    // A few rows with compressed or external values can take as much memory as many others.
    if (some || reading.scratch_used) check_memory(reading);
    return true;
  } catch (...) {
    reading.failure = std::current_exception();
    return false;
  }
}

bool receive(TupleTableSlot* slot, DestReceiver* self) {
  begin_own_work();
  Reading& reading = *reinterpret_cast<Receiver*>(self)->reading;
  bring_together(reading, slot);
  const bool proceed = encode(reading);
  if (reading.scratch_used) {
    MemoryContextReset(reading.scratch);
    reading.scratch_used = false;
  }
  note_checkpoint();
  return proceed;
}

// True if values of the column's type are stored like values of the dictionary's type, which can be
// wider.
bool is_stored_as(Oid column, const AttributeType& type) {
  const Oid base = type.base;
  if (column == base) return true;
  if (column == VARCHAROID) return base == TEXTOID;
  if (!type.by_value) return false;
  return column == INT2OID ? base == INT4OID || base == INT8OID
                           : column == INT4OID && base == INT8OID;
}

// Fails if a column has another type than its dictionary, because rows are decoded by the
// dictionaries' types.
void start(DestReceiver* self, int /*operation*/, TupleDesc type) {
  const Reading& reading = *reinterpret_cast<Receiver*>(self)->reading;
  for (std::size_t i = 0; i < reading.keys.size(); ++i) {
    const FormData_pg_attribute* column = TupleDescAttr(type, static_cast<int>(reading.before + i));
    if (!is_stored_as(getBaseType(column->atttypid), reading.type(i))) {
      ereport(ERROR,
              (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
               errmsg("column \"%s\" has changed its type meanwhile", NameStr(column->attname))));
    }
  }
}

// Returns a SELECT statement; `from` is a quoted relation with its joins.
std::string select_statement(const std::string& from, std::span<const std::string> columns,
                             std::optional<std::size_t> most, const std::string& condition) {
  std::vector<std::string> quoted;
  for (const std::string& column : columns)
    quoted.push_back(quote_name(column));
  return "SELECT " + join(quoted) + " FROM " + from +
         (condition.empty() ? "" : " WHERE " + condition) +
         (most ? " LIMIT " + std::to_string(*most) : "");
}

// Runs a statement under a kept snapshot or, if it is null, under a new one.
void run_statement(const std::string& statement, Snapshot snapshot, DestReceiver* receiver) {
  if (read_for_owner(statement, Author::extension, snapshot, receiver)) return;
  run_in_server([&] {
    // SPI leaves its own memory context as the current one.
    MemoryContext const context = CurrentMemoryContext;
    SPIExecuteOptions options;
    std::memset(&options, 0, sizeof(options));
    options.dest = receiver;
    options.read_only = snapshot != nullptr;
    if (snapshot != nullptr) PushActiveSnapshot(snapshot);
    const int result = SPI_execute_extended(statement.c_str(), &options);
    if (result < 0) elog(ERROR, "SPI_execute_extended failed: %s", SPI_result_code_string(result));
    if (snapshot != nullptr) PopActiveSnapshot();
    MemoryContextSwitchTo(context);
  });
}

// Memory context for values while rows are read.
class Scratch {
 public:
  Scratch()
      : context_(guarded([] {
          return AllocSetContextCreate(CurrentMemoryContext, "pg_microdata values",
                                       ALLOCSET_DEFAULT_SIZES);
        })) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { MemoryContextDelete(context_); }

  MemoryContext get() const { return context_; }

 private:
  MemoryContext context_;
};

struct ExpectedRows {
  // Number of rows by the last ANALYZE, and 2% more; at most as many as the pages can hold. 0
  // without an ANALYZE. Memory is reserved for so many rows.
  std::size_t analyzed;
  // Number of rows that the planner would expect; 0 if it can only guess.
  std::size_t planned;
};

ExpectedRows expected_rows(Oid relation) {
  return guarded([&]() -> ExpectedRows {
    const Relation opened = table_open(relation, AccessShareLock);
    ExpectedRows expected{};
    if (opened->rd_rel->relkind == RELKIND_RELATION || opened->rd_rel->relkind == RELKIND_MATVIEW) {
      require_pages(opened);
      const double most =
          static_cast<double>(RelationGetNumberOfBlocks(opened)) * MaxHeapTuplesPerPage;
      const double analyzed =
          std::clamp(opened->rd_rel->reltuples * 1.02, 0.0, std::min<double>(most, most_rows));
      BlockNumber pages = 0;
      double planned = 0;
      double visible = 0;
      table_relation_estimate_size(opened, nullptr, &pages, &planned, &visible);
      expected.analyzed = static_cast<std::size_t>(analyzed);
      expected.planned = static_cast<std::size_t>(std::clamp(planned, 0.0, double{most_rows}));
    }
    table_close(opened, AccessShareLock);
    return expected;
  });
}

ExpectedRows expected_of_region(std::optional<std::int64_t> rows) {
  const auto expected = static_cast<std::size_t>(rows.value_or(0));
  return {std::min(expected, most_rows), std::min(expected, most_rows)};
}

// Reads the rows that `run` hands to a receiver. The rows have `before` columns before these.
template <typename Run>
std::vector<std::vector<Code>> read_by(const Run& run, std::size_t before,
                                       std::span<const std::string> columns,
                                       std::span<Dictionary* const> dictionaries,
                                       std::span<Repetition> counted, ExpectedRows expected,
                                       std::size_t& rows, CountedColumns* tally = nullptr) {
  const auto allowed = static_cast<std::size_t>(memory_limit_bytes()) /
                       (sizeof(Code) * std::max<std::size_t>(dictionaries.size(), 1));
  expect_counted_units(expected.planned);
  Reading reading{columns, dictionaries, counted, {},      {},     {},
                  nullptr, false,        0,       nullptr, before, tally};
  if (tally == nullptr) reading.codes.resize(dictionaries.size());
  for (std::vector<Code>& codes : reading.codes)
    codes.reserve(std::min(expected.analyzed, allowed));
  reading.keys.resize(columns.size());
  reading.hashes.resize(dictionaries.size());
  const Scratch scratch;
  reading.scratch = scratch.get();
  Receiver receiver{};
  receiver.base = row_receiver(receive, start);
  receiver.reading = &reading;
  run(&receiver.base);
  if (reading.failure) std::rethrow_exception(reading.failure);
  count_units(reading.rows % rows_shown_at_once);
  if (expected.planned > reading.rows) expect_fewer_units(expected.planned - reading.rows);
  rows = reading.rows;
  return std::move(reading.codes);
}

}  // namespace

std::vector<std::vector<Code>> read_columns(Oid relation, std::span<const std::string> columns,
                                            std::span<Dictionary* const> dictionaries,
                                            std::optional<std::size_t> most,
                                            std::span<Repetition> counted) {
  RegionRows* regions = RegionRows::current();
  if (regions != nullptr && !regions->knows(relation)) regions = nullptr;
  ExpectedRows expected =
      regions != nullptr ? expected_of_region(regions->rows(relation)) : expected_rows(relation);
  expected.analyzed = std::min(expected.analyzed, most.value_or(most_rows));
  expected.planned = std::min(expected.planned, most.value_or(most_rows));
  const auto run = [&](DestReceiver* receiver) {
    if (regions == nullptr) {
      run_statement(select_statement(qualified_name(relation), columns, most, {}), nullptr,
                    receiver);
    } else if (!most) {
      regions->read(relation, columns, receiver);
    } else {
      const PlainText settings;
      run_statement(
          select_statement(regions->from(relation), columns, most, regions->condition(relation)),
          regions->snapshot().get(), receiver);
    }
  };
  std::size_t rows = 0;
  std::vector<std::vector<Code>> codes =
      read_by(run, regions != nullptr && !most ? RegionRows::columns_before : 0, columns,
              dictionaries, counted, expected, rows);
  if (regions != nullptr && !most)
    regions->require_all(relation, columns, static_cast<std::int64_t>(rows));
  return codes;
}

std::vector<std::vector<Code>> read_columns(Oid relation, std::span<const std::string> columns,
                                            std::span<Dictionary* const> dictionaries,
                                            const std::string& condition,
                                            const KeptSnapshot& snapshot) {
  const auto run = [&](DestReceiver* receiver) {
    run_statement(select_statement(qualified_name(relation), columns, std::nullopt, condition),
                  snapshot.get(), receiver);
  };
  std::size_t rows = 0;
  return read_by(run, 0, columns, dictionaries, {}, {}, rows);
}

CountedColumns count_columns(Oid relation, std::span<const std::string> columns,
                             std::span<Dictionary* const> dictionaries,
                             const KeptSnapshot* snapshot) {
  CountedColumns tally{std::vector<std::vector<std::uint64_t>>(columns.size()),
                       std::vector<std::uint64_t>(columns.size())};
  const auto run = [&](DestReceiver* receiver) {
    run_statement(select_statement(qualified_name(relation), columns, std::nullopt, {}),
                  snapshot == nullptr ? nullptr : snapshot->get(), receiver);
  };
  std::size_t rows = 0;
  read_by(run, 0, columns, dictionaries, {}, {}, rows, &tally);
  return tally;
}

std::vector<std::vector<Code>> read_grouped(Oid relation, std::span<const std::string> columns,
                                            std::span<Dictionary* const> dictionaries,
                                            const KeptSnapshot& snapshot) {
  std::vector<std::string> quoted;
  std::transform(columns.begin(), columns.end(), std::back_inserter(quoted), quote_name);
  const std::string list = join(quoted);
  const auto run = [&](DestReceiver* receiver) {
    run_statement("SELECT " + list + ", pg_catalog.count(*) FROM " + qualified_name(relation) +
                      " GROUP BY " + list,
                  snapshot.get(), receiver);
  };
  // The number of rows comes after the columns.
  std::vector<std::string> names(columns.begin(), columns.end());
  names.resize(dictionaries.size());
  std::size_t rows = 0;
  return read_by(run, 0, names, dictionaries, {}, {}, rows);
}

Datum read_value(const AttributeType& type, const std::string& text) {
  std::optional<OwnerScope> scope;
  if (const auto owner = weaker_owner(type.base)) scope.emplace(*owner);
  return guarded([&] {
    Oid input = InvalidOid;
    Oid parameter = InvalidOid;
    getTypeInputInfo(type.base, &input, &parameter);
    return OidInputFunctionCall(input, const_cast<char*>(text.c_str()), parameter, -1);
  });
}

Key make_key(const AttributeType& type, Datum value) {
  return guarded([&] {
    bool copied = false;
    return find_key(type, value, CurrentMemoryContext, copied);
  });
}

Row row_count(const std::vector<std::vector<Code>>& codes) {
  return codes.empty() ? 0 : static_cast<Row>(codes.front().size());
}

}  // namespace microdata::postgres
