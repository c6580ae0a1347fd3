#include "postgres/server/spi.hpp"

#include <unordered_map>

#include "postgres/server/guard.hpp"

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

std::vector<ResultRow> rows_of(const SPITupleTable* table) {
  std::vector<ResultRow> rows;
  if (table == nullptr) return rows;
  for (std::uint64_t i = 0; i < table->numvals; ++i) {
    ResultRow row;
    for (int column = 1; column <= table->tupdesc->natts; ++column) {
      const char* text = guarded([&] {
        CHECK_FOR_INTERRUPTS();
        return SPI_getvalue(table->vals[i], table->tupdesc, column);
      });
      row.push_back(text == nullptr ? std::nullopt : std::optional<std::string>(text));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// How many statements keep their plans: more than the program has.
constexpr std::size_t most_kept_plans = 512;

// The plan of a fixed statement, whose relations are locked. It is kept for the session, as most
// statements take longer to analyze and plan than to run. PostgreSQL does both anew when what a
// plan depends on has changed, and checks privileges whenever it runs. A plan that is kept is not
// freed: a statement may run while it runs already, in a trigger.
SPIPlanPtr locked_plan(const char* statement, int parameters, Oid* types) {
  static std::unordered_map<std::string, SPIPlanPtr> plans;
  const auto found = plans.find(statement);
  if (found != plans.end()) {
    guarded([&] {
      CachedPlan* plan = SPI_plan_get_cached_plan(found->second);
      ReleaseCachedPlan(plan, CurrentResourceOwner);
    });
    return found->second;
  }
  const bool is_kept = plans.size() < most_kept_plans;
  SPIPlanPtr plan = guarded([&] {
    // One plan serves all values of the parameters, or there would be nothing to lock.
    SPIPlanPtr prepared = SPI_prepare_cursor(statement, parameters, types, CURSOR_OPT_GENERIC_PLAN);
    if (prepared == nullptr) {
      elog(ERROR, "SPI_prepare_cursor failed: %s", SPI_result_code_string(SPI_result));
    }
    if (is_kept) SPI_keepplan(prepared);
    return prepared;
  });
  if (is_kept) plans.emplace(statement, plan);
  return plan;
}

}  // namespace

std::vector<ResultRow> query(const char* statement, const std::vector<Parameter>& parameters) {
  const auto count = static_cast<int>(parameters.size());
  std::vector<Oid> types(parameters.size(), TEXTOID);
  std::vector<Datum> values(parameters.size());
  std::vector<char> nulls(parameters.size(), 'n');
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i]) continue;
    nulls[i] = ' ';
    values[i] = guarded([&] {
      return PointerGetDatum(
          cstring_to_text_with_len(parameters[i]->data(), static_cast<int>(parameters[i]->size())));
    });
  }
  // The snapshot is taken when the locks are there.
  SPIPlanPtr plan = locked_plan(statement, count, types.data());
  const SPITupleTable* table = guarded([&]() -> const SPITupleTable* {
    CommandCounterIncrement();
    const int result = SPI_execute_snapshot(plan, values.data(), nulls.data(), GetLatestSnapshot(),
                                            InvalidSnapshot, false, true, 0);
    if (result < 0) elog(ERROR, "SPI_execute_snapshot failed: %s", SPI_result_code_string(result));
    return SPI_tuptable;
  });
  return rows_of(table);
}

std::vector<ResultRow> query_rows(const std::string& statement) {
  return rows_of(guarded([&]() -> const SPITupleTable* {
    const int result = SPI_execute(statement.c_str(), false, 0);
    if (result < 0) elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(result));
    return SPI_tuptable;
  }));
}

void execute(const std::string& statement) {
  guarded([&] {
    const int result = SPI_execute(statement.c_str(), false, 0);
    if (result < 0) elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(result));
  });
}

}  // namespace microdata::postgres
