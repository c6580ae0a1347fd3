#include "postgres/source/region_rows.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <map>
#include <numeric>
#include <utility>

#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

// Number of files that are filled at once. Each has a buffer, and an array of PostgreSQL.
constexpr std::int32_t most_parts = 128;
constexpr int fewest_kilobytes = 32;

}  // namespace

// Rows divided by region. All functions on it call PostgreSQL and own nothing.
struct RegionDivision {
  // Rows of some regions; null if there are none.
  struct Part {
    std::int32_t first;
    std::int32_t end;
    Tuplestorestate* rows;
  };

  MemoryContext context;
  int kilobytes;
  // Type of the rows; their first column is the region.
  TupleDesc type;
  int operation;
  TupleTableSlot* slot;
  // Parts in reverse order: the next part is the last one. Dividing a part replaces it by its
  // parts.
  Part* parts;
  int count;
  int room;
  std::int64_t rows;
};

namespace {

// Range of regions that is being divided into equal ranges, which are the last of the division's
// parts.
struct Dividing {
  DestReceiver base;
  RegionDivision* division;
  // Receiver of the first region's rows; if it is null, these rows are kept like all others.
  DestReceiver* to;
  std::int32_t first;
  std::int32_t end;
  // Number of regions in a part.
  std::int32_t width;
};

void add_parts(Dividing& dividing) {
  RegionDivision& division = *dividing.division;
  const std::int32_t regions = dividing.end - dividing.first;
  dividing.width = (regions + most_parts - 1) / most_parts;
  if (division.room < division.count + most_parts) {
    division.room = division.count + most_parts;
    division.parts = static_cast<RegionDivision::Part*>(repalloc(
        division.parts, sizeof(RegionDivision::Part) * static_cast<std::size_t>(division.room)));
  }
  const std::int32_t parts = (regions + dividing.width - 1) / dividing.width;
  for (std::int32_t i = parts; i-- > 0;) {
    const std::int32_t first = dividing.first + i * dividing.width;
    division.parts[division.count++] = {first, std::min(first + dividing.width, dividing.end),
                                        nullptr};
  }
}

void keep(TupleTableSlot* slot, const Dividing& dividing, std::int32_t region) {
  RegionDivision& division = *dividing.division;
  RegionDivision::Part& part =
      division.parts[division.count - 1 - (region - dividing.first) / dividing.width];
  if (part.rows == nullptr) {
    const std::int32_t parts =
        std::min((dividing.end - dividing.first) / dividing.width, most_parts);
    MemoryContext const context = MemoryContextSwitchTo(division.context);
    part.rows = tuplestore_begin_heap(
        false, false, std::max(division.kilobytes / std::max(parts, 1), fewest_kilobytes));
    MemoryContextSwitchTo(context);
  }
  tuplestore_puttupleslot(part.rows, slot);
}

bool divide_row(TupleTableSlot* slot, DestReceiver* self) {
  const auto& dividing = *reinterpret_cast<Dividing*>(self);
  if (dividing.to != nullptr) ++dividing.division->rows;
  bool is_null = false;
  const Datum value = slot_getattr(slot, 1, &is_null);
  const std::int32_t region = is_null ? -1 : DatumGetInt32(value);
  if (region < dividing.first || region >= dividing.end) return true;
  if (dividing.to != nullptr && region == dividing.first)
    return dividing.to->receiveSlot(slot, dividing.to);
  keep(slot, dividing, region);
  return true;
}

void begin_dividing(DestReceiver* self, int operation, TupleDesc type) {
  const auto& dividing = *reinterpret_cast<Dividing*>(self);
  if (TupleDescAttr(type, 0)->atttypid != INT4OID) elog(ERROR, "the region of a row is no integer");
  RegionDivision& division = *dividing.division;
  MemoryContext const context = MemoryContextSwitchTo(division.context);
  division.type = CreateTupleDescCopy(type);
  division.slot = MakeSingleTupleTableSlot(division.type, &TTSOpsMinimalTuple);
  MemoryContextSwitchTo(context);
  division.operation = operation;
  dividing.to->rStartup(dividing.to, operation, type);
}

template <typename Receive>
void for_each_row(Tuplestorestate* rows, TupleTableSlot* slot, const Receive& receive) {
  constexpr std::uint64_t rows_per_check = 1024;
  for (std::uint64_t row = 0; tuplestore_gettupleslot(rows, true, false, slot); ++row) {
    if (row % rows_per_check == 0) check_in_server();
    if (!receive()) break;
  }
  // A row from a file is in the caller's memory, which might end with the region.
  ExecClearTuple(slot);
}

void divide_further(RegionDivision& division, const RegionDivision::Part& part) {
  Dividing dividing{};
  dividing.division = &division;
  dividing.first = part.first;
  dividing.end = part.end;
  add_parts(dividing);
  for_each_row(part.rows, division.slot, [&] { return divide_row(division.slot, &dividing.base); });
  tuplestore_end(part.rows);
}

// Settings for dividing rows. Parallel workers evaluate regions and hand over rows, because the
// session has to do more than receive them; the planner's costs, which make receiving expensive,
// fit few rows. The session's limit on workers still holds.
class DividingSettings : public PlainText {
 public:
  DividingSettings() { set("parallel_tuple_cost", "0"); }
};

// Prepares a statement. Its text is read with fixed settings; the functions that it calls run with
// the session's settings.
SPIPlanPtr prepare(const std::string& statement) {
  const DividingSettings settings;
  return guarded([&] {
    SPIPlanPtr plan = SPI_prepare_cursor(statement.c_str(), 0, nullptr, CURSOR_OPT_PARALLEL_OK);
    if (plan == nullptr) elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
    // The statement is planned under these settings, and the plan is kept with it.
    CachedPlan* const planned = SPI_plan_get_cached_plan(plan);
    if (planned != nullptr) ReleaseCachedPlan(planned, nullptr);
    return plan;
  });
}

void run(const std::string& statement, Snapshot snapshot, DestReceiver* receiver) {
  {
    const DividingSettings settings;
    if (read_for_owner(statement, Author::extension, snapshot, receiver)) return;
  }
  SPIPlanPtr const plan = prepare(statement);
  run_in_server([&] {
    SPIExecuteOptions options;
    std::memset(&options, 0, sizeof(options));
    options.dest = receiver;
    options.read_only = true;
    PushActiveSnapshot(snapshot);
    const int result = SPI_execute_plan_extended(plan, &options);
    if (result < 0)
      elog(ERROR, "SPI_execute_plan_extended failed: %s", SPI_result_code_string(result));
    PopActiveSnapshot();
    SPI_freeplan(plan);
  });
}

// Divides a statement's rows by their first column, the region, an integer from `first` to below
// `end`; rows with another value or NULL are skipped. Rows of the first region go to `receiver`
// instead of being kept. Constants are read independently of the session. At most about `kilobytes`
// are in memory, but at least 32 for each of up to 128 files.
RegionDivision* divide_by_region(const std::string& statement, Snapshot snapshot,
                                 std::int32_t first, std::int32_t end, int kilobytes,
                                 DestReceiver* receiver) {
  auto* const division = guarded([&] {
    // The division must survive errors that end an inner scope, because it might be read in another
    // scope.
    MemoryContext const context = AllocSetContextCreate(
        CurTransactionContext, "pg_microdata rows by region", ALLOCSET_DEFAULT_SIZES);
    auto* const made =
        static_cast<RegionDivision*>(MemoryContextAllocZero(context, sizeof(RegionDivision)));
    made->context = context;
    made->kilobytes = kilobytes;
    made->room = most_parts;
    made->parts = static_cast<RegionDivision::Part*>(
        MemoryContextAlloc(context, sizeof(RegionDivision::Part) * std::size_t{most_parts}));
    return made;
  });
  Dividing dividing{};
  dividing.base = row_receiver(divide_row, begin_dividing);
  dividing.division = division;
  dividing.to = receiver;
  dividing.first = first;
  dividing.end = end;
  add_parts(dividing);
  run(statement, snapshot, &dividing.base);
  return division;
}

// Returns the number of the statement's rows, including rows outside of the regions.
std::int64_t rows_of_statement(const RegionDivision* division) {
  return division->rows;
}

}  // namespace

void read_region(RegionDivision* division, std::int32_t region, DestReceiver* receiver) {
  guarded([&] {
    receiver->rStartup(receiver, division->operation, division->type);
    while (division->count > 0) {
      const RegionDivision::Part part = division->parts[division->count - 1];
      if (part.first > region) return;
      --division->count;
      if (part.rows == nullptr) continue;
      if (part.end <= region) {
        tuplestore_end(part.rows);
      } else if (part.end - part.first > 1) {
        divide_further(*division, part);
      } else {
        for_each_row(part.rows, division->slot,
                     [&] { return receiver->receiveSlot(division->slot, receiver); });
        tuplestore_end(part.rows);
        return;
      }
    }
  });
}

namespace {

void end_division(RegionDivision* division) {
  guarded([&] {
    for (int i = 0; i < division->count; ++i) {
      if (division->parts[i].rows != nullptr) tuplestore_end(division->parts[i].rows);
    }
    if (division->slot != nullptr) ExecDropSingleTupleTableSlot(division->slot);
    MemoryContextDelete(division->context);
  });
}

// Returns the kilobytes of memory for rows that wait for their region: an eighth of the memory
// limit, and at most 16 MB.
int waiting_kilobytes() {
  constexpr std::int64_t most = std::int64_t{16} * 1024;
  return static_cast<int>(std::min(most, memory_limit_bytes() / 8 / 1024));
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

RegionRows*& innermost_rows() {
  static RegionRows* innermost = nullptr;
  return innermost;
}

}  // namespace

struct RegionRows::State {
  std::vector<Relation> relations;
  std::vector<GlobalValues> globals;
  std::uint32_t regions = 0;
  std::shared_ptr<const KeptSnapshot> snapshot;
  std::optional<PersonFacts> persons;
  std::optional<std::uint32_t> region;
  // Divisions by relation and columns.
  std::map<std::pair<Oid, std::string>, RegionDivision*> divided;
  std::map<Oid, std::vector<std::int64_t>> counts;
  // Known values by column and type.
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

  // Returns the number of rows in all visited regions, and in none; nothing if it is unknown.
  std::optional<std::int64_t> rows_of_all(Oid relation) const {
    const Relation& known = *find(relation);
    const auto counted = counts.find(relation);
    const bool planned = known.rows.size() == regions && known.condition.empty();
    if (!planned && counted == counts.end()) return std::nullopt;
    const std::vector<std::int64_t>& rows = planned ? known.rows : counted->second;
    return std::accumulate(rows.begin(), rows.end(), std::int64_t{0});
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
  state_->around = std::exchange(innermost_rows(), this);
}

RegionRows::~RegionRows() {
  innermost_rows() = state_->around;
  // An error in progress might have left files in an unknown state; the end of the transaction, or
  // of its failed part, closes them.
  if (std::uncaught_exceptions() > state_->exceptions) return;
  for (const auto& divided : state_->divided) {
    try {
      end_division(divided.second);
    } catch (...) {
      // A destructor cannot report the error; the transaction's end closes the files.
    }
  }
}

void RegionRows::know_persons(PersonFacts facts) {
  state_->persons = std::move(facts);
}

const PersonFacts* RegionRows::persons() const {
  return state_->persons ? &*state_->persons : nullptr;
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
  show_regions(region, state_->regions);
}

const GlobalValues* RegionRows::globals(const std::string& column) const {
  const auto found =
      std::find_if(state_->globals.begin(), state_->globals.end(),
                   [&](const GlobalValues& known) { return known.column == column; });
  return found == state_->globals.end() ? nullptr : &*found;
}

const std::vector<GlobalValues>& RegionRows::all_globals() const {
  return state_->globals;
}

RegionRows* RegionRows::current() {
  RegionRows* rows = innermost_rows();
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
  const auto region = static_cast<std::int32_t>(*state_->region);
  const auto found = state_->divided.find({relation, list});
  if (found != state_->divided.end()) {
    read_region(found->second, region, receiver);
    return;
  }
  const std::string statement = "SELECT " + state_->find(relation)->region +
                                (columns.empty() ? "" : ", ") + list + " FROM " + from(relation) +
                                where(*state_->find(relation));
  const SortMemory memory(waiting_kilobytes());
  state_->divided.emplace(
      std::pair(relation, list),
      divide_by_region(statement, state_->snapshot->get(), region,
                       static_cast<std::int32_t>(state_->regions), waiting_kilobytes(), receiver));
}

void RegionRows::require_all(Oid relation, std::span<const std::string> columns,
                             std::int64_t read) const {
  const std::optional<std::int64_t> expected = rows(relation);
  if (expected && read != *expected) {
    fail_not_as_counted(
        relation,
        "Region " + std::to_string(*state_->region) + " of " + std::to_string(state_->regions),
        read, *expected);
  }
  const std::optional<std::int64_t> all = state_->rows_of_all(relation);
  const auto divided = state_->divided.find({relation, quoted_list(columns)});
  if (!all || divided == state_->divided.end()) return;
  const std::int64_t seen = rows_of_statement(divided->second);
  if (seen != *all) fail_not_as_counted(relation, "The table", seen, *all);
}

std::string RegionRows::from(Oid relation) const {
  const Relation& known = *state_->find(relation);
  return known.join.empty() ? rows_to_evaluate(relation, known.region)
                            : qualified_name(relation) + known.join;
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
    // The dictionary copies the value.
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

void fail_not_as_counted(Oid relation, const std::string& what, std::int64_t read,
                         std::int64_t counted) {
  throw Error(ERRCODE_T_R_SERIALIZATION_FAILURE,
              "rows of " + in_quotes(relation_name(relation)) +
                  " are not in the regions where they were counted")
      .detail(what + " has " + count_of(static_cast<std::uint64_t>(read), "row") + "; " +
              std::to_string(counted) + " were counted.")
      .hint(
          "Rows have changed meanwhile, or what has them computes other rows each time, or "
          "compares values differently. Try again while no session writes to them, or publish a "
          "copy.");
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
        .hint("Try again while no session writes to the table.");
  }
  return counts;
}

}  // namespace microdata::postgres
