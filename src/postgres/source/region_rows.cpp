#include "postgres/source/region_rows.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <numeric>
#include <utility>

#include "postgres/server/guard.hpp"
#include "postgres/server/memory_scope.hpp"
#include "postgres/server/row_receiver.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

// So many rows are asked for at once: those of them that are of a later region are kept until that
// is entered.
constexpr long rows_at_once = 1024;

// What a sort has at least: its runs are then few enough to be merged at once. More is not faster
// (docs/developing.md, "Regions"), and is held as long as the cursor is open. Not more than an
// eighth of the memory limit, either.
int sort_kilobytes() {
  constexpr std::int64_t most = std::int64_t{16} * 1024;
  return static_cast<int>(std::min(most, memory_limit_bytes() / 8 / 1024));
}

struct Cursor {
  Portal portal = nullptr;
  // Rows that came before their region was entered, and the first of them, where it was looked at.
  Tuplestorestate* ahead = nullptr;
  TupleTableSlot* slot = nullptr;
  bool looked = false;
  bool ended = false;
};

// Passes on the rows of one region, and keeps those of later ones. Calls PostgreSQL and owns
// nothing.
struct Sorting {
  DestReceiver base;
  DestReceiver* to;
  Tuplestorestate* ahead;
  // Attribute number of the region.
  int attribute;
  std::int32_t region;
  bool beyond;
};

enum class Place { before, within, beyond };

Place place_of(TupleTableSlot* slot, int attribute, std::int32_t region) {
  bool is_null = false;
  const Datum value = slot_getattr(slot, attribute, &is_null);
  // NULL is sorted behind all regions.
  if (is_null || DatumGetInt32(value) > region) return Place::beyond;
  return DatumGetInt32(value) < region ? Place::before : Place::within;
}

bool pass_on(TupleTableSlot* slot, DestReceiver* self) {
  auto* sorting = reinterpret_cast<Sorting*>(self);
  switch (place_of(slot, sorting->attribute, sorting->region)) {
    case Place::before:
      return true;
    case Place::within:
      return sorting->to->receiveSlot(slot, sorting->to);
    case Place::beyond:
      sorting->beyond = true;
      tuplestore_puttupleslot(sorting->ahead, slot);
      return true;
  }
  return true;
}

void start(DestReceiver* self, int operation, TupleDesc type) {
  auto* sorting = reinterpret_cast<Sorting*>(self);
  if (TupleDescAttr(type, sorting->attribute - 1)->atttypid != INT4OID)
    elog(ERROR, "the region of a row is no integer");
  sorting->to->rStartup(sorting->to, operation, type);
}

// Looks at the next row that came before. It may be of a later region, whose memory is another.
bool look_at_next(Cursor& cursor) {
  MemoryContext const context = MemoryContextSwitchTo(cursor.portal->portalContext);
  const bool found = tuplestore_gettupleslot(cursor.ahead, true, true, cursor.slot);
  MemoryContextSwitchTo(context);
  return found;
}

// Rows that came before; whether the region has perhaps more.
bool pass_on_kept(Cursor& cursor, Sorting& sorting) {
  while (cursor.looked || look_at_next(cursor)) {
    cursor.looked = false;
    switch (place_of(cursor.slot, sorting.attribute, sorting.region)) {
      case Place::before:
        break;
      case Place::within:
        if (!sorting.to->receiveSlot(cursor.slot, sorting.to)) return false;
        break;
      case Place::beyond:
        cursor.looked = true;
        return false;
    }
  }
  tuplestore_clear(cursor.ahead);
  return !cursor.ended;
}

void read_region(Cursor& cursor, DestReceiver* receiver, int attribute, std::int32_t region) {
  Sorting sorting{};
  sorting.base = row_receiver(pass_on, start);
  sorting.to = receiver;
  sorting.ahead = cursor.ahead;
  sorting.attribute = attribute;
  sorting.region = region;
  start(&sorting.base, CMD_SELECT, cursor.portal->tupDesc);
  if (!pass_on_kept(cursor, sorting)) return;
  while (!sorting.beyond && !cursor.ended) {
    CHECK_FOR_INTERRUPTS();
    const std::uint64_t came =
        PortalRunFetch(cursor.portal, FETCH_FORWARD, rows_at_once, &sorting.base);
    cursor.ended = came < static_cast<std::uint64_t>(rows_at_once);
  }
}

// The portal is for nobody else: not by its name in SQL, and not in pg_cursors. It lasts longer
// than the memory of the region that is read first, and has its own for all that belongs to it.
Cursor open_cursor(const std::string& statement, Snapshot snapshot) {
  // Constants are read when the statement is planned.
  const PlainText settings;
  return guarded([&] {
    MemoryContext const around = CurrentMemoryContext;
    SPIPlanPtr plan = SPI_prepare_cursor(statement.c_str(), 0, nullptr, CURSOR_OPT_NO_SCROLL);
    if (plan == nullptr) elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
    PushActiveSnapshot(snapshot);
    Cursor cursor;
    cursor.portal = SPI_cursor_open(nullptr, plan, nullptr, nullptr, true);
    PopActiveSnapshot();
    SPI_freeplan(plan);
    PinPortal(cursor.portal);
    cursor.portal->visible = false;
    MemoryContextSwitchTo(cursor.portal->portalContext);
    cursor.ahead = tuplestore_begin_heap(false, false, work_mem);
    cursor.slot = MakeSingleTupleTableSlot(cursor.portal->tupDesc, &TTSOpsMinimalTuple);
    MemoryContextSwitchTo(around);
    return cursor;
  });
}

void close_cursor(const Cursor& cursor) {
  guarded([&] {
    UnpinPortal(cursor.portal);
    ExecDropSingleTupleTableSlot(cursor.slot);
    tuplestore_end(cursor.ahead);
    SPI_cursor_close(cursor.portal);
  });
}

std::string quoted_list(std::span<const std::string> columns) {
  std::vector<std::string> quoted;
  std::transform(columns.begin(), columns.end(), std::back_inserter(quoted),
                 [](const std::string& column) { return quote_name(column); });
  return join(quoted);
}

std::string where(const RegionRows::Relation& relation) {
  return relation.condition.empty() ? "" : " WHERE " + relation.condition;
}

RegionRows*& innermost() {
  static RegionRows* innermost = nullptr;
  return innermost;
}

}  // namespace

struct RegionRows::State {
  std::vector<Relation> relations;
  std::vector<GlobalValues> globals;
  std::uint32_t regions = 0;
  std::shared_ptr<const KeptSnapshot> snapshot;
  std::optional<std::uint32_t> region;
  // By relation and columns.
  std::map<std::pair<Oid, std::string>, Cursor> cursors;
  std::map<Oid, std::vector<std::int64_t>> counts;
  // By column and type.
  std::map<std::pair<std::string, Oid>, Known> known;
  RegionRows* around = nullptr;
  unsigned depth = 0;
  int exceptions = 0;

  const Relation* find(Oid relation) const {
    const auto found = std::find_if(relations.begin(), relations.end(), [&](const Relation& known) {
      return known.relation == relation;
    });
    return found == relations.end() ? nullptr : &*found;
  }
};

RegionRows::RegionRows(std::vector<Relation> relations, std::vector<GlobalValues> globals,
                       std::uint32_t regions, std::shared_ptr<const KeptSnapshot> snapshot)
    : state_(std::make_unique<State>()) {
  state_->relations = std::move(relations);
  state_->globals = std::move(globals);
  state_->regions = regions;
  state_->snapshot = snapshot ? std::move(snapshot) : std::make_shared<const KeptSnapshot>();
  state_->depth = call_depth();
  state_->exceptions = std::uncaught_exceptions();
  state_->around = std::exchange(innermost(), this);
}

RegionRows::~RegionRows() {
  innermost() = state_->around;
  // An error on its way may have come from a portal, or have left what closing one would wait for:
  // the end of the transaction, or of the part of it that failed, is to close them.
  const bool failed = std::uncaught_exceptions() > state_->exceptions;
  for (const auto& opened : state_->cursors) {
    try {
      if (failed) {
        Portal const portal = opened.second.portal;
        guarded([&] { UnpinPortal(portal); });
      } else {
        close_cursor(opened.second);
      }
    } catch (...) {
      // Not to be told from here; the transaction's end closes it.
    }
  }
}

const std::vector<std::int64_t>& RegionRows::counts(Oid relation) {
  const auto known = state_->counts.find(relation);
  if (known != state_->counts.end()) return known->second;
  const PlainText settings;
  std::vector<std::int64_t> counts(std::size_t{state_->regions} + 1);
  for (const ResultRow& row :
       query_rows("SELECT region, pg_catalog.count(*) FROM (SELECT " +
                      state_->find(relation)->region + " AS region FROM " + from(relation) +
                      where(*state_->find(relation)) + ") r GROUP BY region",
                  *state_->snapshot)) {
    const std::int64_t region = row[0] ? std::stoll(*row[0]) : -1;
    const bool within = region >= 0 && region < state_->regions;
    counts[within ? static_cast<std::size_t>(region) : state_->regions] += std::stoll(*row[1]);
  }
  return state_->counts.emplace(relation, std::move(counts)).first->second;
}

void RegionRows::enter(std::uint32_t region) {
  state_->region = region;
}

const GlobalValues* RegionRows::globals(const std::string& column) const {
  const auto found =
      std::find_if(state_->globals.begin(), state_->globals.end(),
                   [&](const GlobalValues& known) { return known.column == column; });
  return found == state_->globals.end() ? nullptr : &*found;
}

RegionRows* RegionRows::current() {
  RegionRows* rows = innermost();
  return rows != nullptr && rows->state_->depth == call_depth() ? rows : nullptr;
}

bool RegionRows::knows(Oid relation) const {
  return state_->region && state_->find(relation) != nullptr;
}

std::optional<std::int64_t> RegionRows::rows(Oid relation) const {
  const std::vector<std::int64_t>& rows = state_->find(relation)->rows;
  if (rows.size() > *state_->region) return rows[*state_->region];
  const auto counted = state_->counts.find(relation);
  if (counted == state_->counts.end()) return std::nullopt;
  return counted->second[*state_->region];
}

void RegionRows::read(Oid relation, std::span<const std::string> columns, DestReceiver* receiver) {
  const std::string list = quoted_list(columns);
  auto found = state_->cursors.find({relation, list});
  const SortMemory memory(sort_kilobytes());
  if (found == state_->cursors.end()) {
    const std::string statement = "SELECT " + list + (columns.empty() ? "" : ", ") +
                                  state_->find(relation)->region + " FROM " + from(relation) +
                                  where(*state_->find(relation)) + " ORDER BY " +
                                  std::to_string(columns.size() + 1);
    found = state_->cursors
                .emplace(std::pair(relation, list), open_cursor(statement, state_->snapshot->get()))
                .first;
  }
  Cursor& cursor = found->second;
  const auto region = static_cast<std::int32_t>(*state_->region);
  guarded([&] { read_region(cursor, receiver, static_cast<int>(columns.size()) + 1, region); });
}

std::string RegionRows::from(Oid relation) const {
  return qualified_name(relation) + state_->find(relation)->join;
}

std::string RegionRows::condition(Oid relation) const {
  return "(" + state_->find(relation)->region + ") OPERATOR(pg_catalog.=) " +
         std::to_string(*state_->region);
}

const KeptSnapshot& RegionRows::snapshot() const {
  return *state_->snapshot;
}

RegionRows::Known* RegionRows::known_values(const std::string& column, const AttributeType& type) {
  const GlobalValues* known = globals(column);
  if (known == nullptr) return nullptr;
  const auto made = state_->known.find({column, type.base});
  if (made != state_->known.end()) return &made->second;
  Known values{Dictionary(type), {}, {}};
  std::vector<Code> codes;
  const PlainText settings;
  for (const std::string& value : known->values) {
    // The dictionary has a copy.
    const MemoryScope memory;
    codes.push_back(values.dictionary.encode(make_key(type, read_value(type, value))));
  }
  if (known->nulls > 0) {
    Key null;
    null.is_null = true;
    codes.push_back(values.dictionary.encode(null));
  }
  values.dictionary.finish(Progress());
  values.dictionary.translate(codes, Progress());
  if (!known->counts.empty()) values.counts.resize(values.dictionary.distinct());
  for (std::size_t i = 0; i < codes.size() && !values.counts.empty(); ++i)
    values.counts[codes[i]] += i < known->counts.size() ? known->counts[i] : known->nulls;
  return &state_->known.emplace(std::pair(column, type.base), std::move(values)).first->second;
}

void begin_with_globals(Dictionary& dictionary, const std::string& column) {
  RegionRows* rows = RegionRows::current();
  RegionRows::Known* known =
      rows == nullptr ? nullptr : rows->known_values(column, dictionary.type());
  if (known != nullptr) known->provisional = known->dictionary.add_to(dictionary);
}

std::vector<std::uint64_t> counts_in_table(const Dictionary& dictionary,
                                           const std::string& column) {
  RegionRows* rows = RegionRows::current();
  const RegionRows::Known* known =
      rows == nullptr ? nullptr : rows->known_values(column, dictionary.type());
  if (known == nullptr || known->counts.empty()) return {};
  std::vector<std::uint64_t> counts(dictionary.distinct());
  std::vector<Code> codes = known->provisional;
  dictionary.translate(codes, Progress());
  for (std::size_t i = 0; i < codes.size(); ++i)
    counts[codes[i]] += known->counts[i];
  return counts;
}

std::vector<std::uint64_t> global_counts(const Dictionary& dictionary, const std::string& column) {
  std::vector<std::uint64_t> counts = counts_in_table(dictionary, column);
  if (std::find(counts.begin(), counts.end(), 0U) != counts.end()) {
    throw Error(
        ERRCODE_T_R_SERIALIZATION_FAILURE,
        "column " + in_quotes(column) + " has values that it had not when regions were planned")
        .hint("Try again while nobody writes to the table.");
  }
  return counts;
}

}  // namespace microdata::postgres
