#include "postgres/source/region_division.hpp"

#include <algorithm>
#include <cstring>

#include "postgres/server/checkpoints.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/owner_reading.hpp"
#include "postgres/server/row_receiver.hpp"
#include "postgres/server/settings.hpp"

namespace microdata::postgres {

namespace {

// So many files are filled at once. Each has a buffer, and an array that PostgreSQL makes for it.
constexpr std::int32_t most_parts = 128;
constexpr int fewest_kilobytes = 32;

}  // namespace

// All functions on it call PostgreSQL and own nothing.
struct RegionDivision {
  // Rows of some regions. Null: none.
  struct Part {
    std::int32_t first;
    std::int32_t end;
    Tuplestorestate* rows;
  };

  MemoryContext context;
  int kilobytes;
  // Of the rows; their first column is the region.
  TupleDesc type;
  int operation;
  TupleTableSlot* slot;
  // What comes next is the last one. A part that is divided makes room for its parts.
  Part* parts;
  int count;
  int room;
  std::int64_t rows;
};

namespace {

// A range of regions that is being divided into equal ones, which are the last of the division's
// parts.
struct Dividing {
  DestReceiver base;
  RegionDivision* division;
  // Whom rows of the first region go to; null: they are kept as all others are.
  DestReceiver* to;
  std::int32_t first;
  std::int32_t end;
  // Regions of a part.
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
  // A row from a file is in the caller's memory, which may be gone with the region.
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

// Parallel workers evaluate regions and hand over rows for which the session has more to do than to
// receive them: the planner's costs, by which receiving is dear, are for rows that are few. How
// many workers there may be stays what the session says.
class DividingSettings : public PlainText {
 public:
  DividingSettings() { set("parallel_tuple_cost", "0"); }
};

// What is written in it is read as SQL sees it everywhere; what it calls sees the session's
// settings.
SPIPlanPtr prepare(const std::string& statement) {
  const DividingSettings settings;
  return guarded([&] {
    SPIPlanPtr plan = SPI_prepare_cursor(statement.c_str(), 0, nullptr, CURSOR_OPT_PARALLEL_OK);
    if (plan == nullptr) elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
    // Planned under these settings; the plan stays with what was prepared.
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

}  // namespace

RegionDivision* divide_by_region(const std::string& statement, Snapshot snapshot,
                                 std::int32_t first, std::int32_t end, int kilobytes,
                                 DestReceiver* receiver) {
  auto* const division = guarded([&] {
    // Beyond what is undone with an error: the division may be read in another scope of memory.
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

std::int64_t rows_of_statement(const RegionDivision* division) {
  return division->rows;
}

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

void end_division(RegionDivision* division) {
  guarded([&] {
    for (int i = 0; i < division->count; ++i) {
      if (division->parts[i].rows != nullptr) tuplestore_end(division->parts[i].rows);
    }
    if (division->slot != nullptr) ExecDropSingleTupleTableSlot(division->slot);
    MemoryContextDelete(division->context);
  });
}

}  // namespace microdata::postgres
