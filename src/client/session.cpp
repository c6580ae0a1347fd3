#include "client/session.hpp"

#include <array>
#include <cerrno>
#include <poll.h>
#include <utility>

#include "client/output.hpp"
#include "client/progress_watch.hpp"

namespace microdata::client {

namespace {

constexpr std::string_view query_canceled = "57014";

}  // namespace

Session::Session(Connection connection, Output& output)
    : connection_(std::move(connection)), output_(output) {
  if (!output.options().quiet) watch_ = std::make_unique<ProgressWatch>(connection_.get(), output_);
  PQsetNoticeReceiver(connection_.get(), receive_notice, this);
}

Session::~Session() = default;

void Session::receive_notice(void* session, const PGresult* result) {
  auto& self = *static_cast<Session*>(session);
  if (self.notice_failure_) return;
  try {
    self.output_.message(message_of(result));
  } catch (...) {
    self.notice_failure_ = std::current_exception();
  }
}

void Session::send(const std::string& sql, const Parameters& parameters) {
  Interrupts::check();
  std::vector<const char*> values;
  values.reserve(parameters.size());
  for (const auto& parameter : parameters)
    values.push_back(parameter ? parameter->c_str() : nullptr);
  if (PQsendQueryParams(connection_.get(), sql.c_str(), static_cast<int>(values.size()), nullptr,
                        values.data(), nullptr, nullptr, 0) == 0)
    throw Failure(ExitCode::connection, message_of(connection_.get()));
}

void Session::cancel() {
  const std::unique_ptr<PGcancel, decltype(&PQfreeCancel)> handle(PQgetCancel(connection_.get()),
                                                                  PQfreeCancel);
  std::array<char, 256> reason{};
  if (handle) PQcancel(handle.get(), reason.data(), reason.size());
}

void Session::wait_until_read() {
  std::array<pollfd, 3> waiting{{{PQsocket(connection_.get()), POLLIN, 0},
                                 {interrupts_.descriptor(), POLLIN, 0},
                                 {watch_ ? watch_->wanted() : pollfd{-1, 0, 0}}}};
  const int at_most = watch_ ? watch_->milliseconds() : -1;
  if (poll(waiting.data(), waiting.size(), at_most) < 0 && errno != EINTR)
    throw Failure(ExitCode::connection, "could not wait for the server");
  if (const int signal = interrupts_.take(); signal != 0) {
    signal_ = signal;
    cancel();
  }
  if (watch_) watch_->advance(waiting[2].revents);
  if (PQconsumeInput(connection_.get()) == 0)
    throw Failure(ExitCode::connection, message_of(connection_.get()));
  if (notice_failure_) std::rethrow_exception(std::exchange(notice_failure_, nullptr));
}

ResultHandle Session::next_result() {
  while (PQisBusy(connection_.get()) != 0)
    wait_until_read();
  ResultHandle result(PQgetResult(connection_.get()));
  if (notice_failure_) std::rethrow_exception(std::exchange(notice_failure_, nullptr));
  return result;
}

void Session::check(const PGresult* result) {
  const ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_FATAL_ERROR && status != PGRES_BAD_RESPONSE) return;
  at_work_ = false;
  Message message = message_of(result);
  if (signal_ != 0 && message.sqlstate == query_canceled) Interrupts::raise(signal_);
  const bool lost = PQstatus(connection_.get()) == CONNECTION_BAD || message.severity == "FATAL";
  throw Failure(lost ? ExitCode::connection : ExitCode::server, std::move(message));
}

void Session::abandon() {
  // A request that comes too late would cancel the next statement.
  if (at_work_ && PQstatus(connection_.get()) != CONNECTION_BAD) cancel();
  while (true) {
    const ResultHandle result(PQgetResult(connection_.get()));
    if (!result || PQstatus(connection_.get()) == CONNECTION_BAD) break;
    if (PQresultStatus(result.get()) != PGRES_COPY_OUT) continue;
    char* line = nullptr;
    while (PQgetCopyData(connection_.get(), &line, 0) > 0)
      PQfreemem(line);
  }
  notice_failure_ = nullptr;
}

template <typename Work>
void Session::take(const Work& work) {
  signal_ = 0;
  at_work_ = true;
  if (watch_) watch_->begin();
  try {
    work();
    while (const ResultHandle further = next_result())
      check(further.get());
    if (watch_) watch_->end();
  } catch (...) {
    abandon();
    throw;
  }
}

Rows Session::query(const std::string& sql, const Parameters& parameters) {
  send(sql, parameters);
  ResultHandle first;
  take([&] {
    first = next_result();
    check(first.get());
  });
  return Rows(std::move(first));
}

void Session::each_row(const std::string& sql, const Parameters& parameters, const RowSink& sink) {
  send(sql, parameters);
  PQsetSingleRowMode(connection_.get());
  take([&] {
    while (ResultHandle result = next_result()) {
      check(result.get());
      if (PQresultStatus(result.get()) == PGRES_SINGLE_TUPLE) sink(Rows(std::move(result)));
    }
  });
}

void Session::copy_out(const std::string& sql, const CopySink& sink) {
  send(sql, {});
  take([&] {
    check(next_result().get());
    while (true) {
      char* line = nullptr;
      const int length = PQgetCopyData(connection_.get(), &line, 1);
      if (length == 0) {
        wait_until_read();
        continue;
      }
      if (length < 0) break;
      const std::unique_ptr<char, decltype(&PQfreemem)> owner(line, PQfreemem);
      sink({line, static_cast<std::size_t>(length)});
    }
  });
}

std::optional<Message> attempt(Session& session, const std::function<void()>& work) {
  session.query("SAVEPOINT attempted");
  try {
    work();
  } catch (const Failure& failure) {
    if (failure.code != ExitCode::server) throw;
    session.query("ROLLBACK TO SAVEPOINT attempted");
    session.query("RELEASE SAVEPOINT attempted");
    return failure.message;
  }
  session.query("RELEASE SAVEPOINT attempted");
  return std::nullopt;
}

std::string relation_oid(Session& session, const std::string& relation) {
  const Rows rows =
      session.query("SELECT CAST(CAST($1 AS pg_catalog.regclass) AS pg_catalog.oid)", {relation});
  return std::string(rows.at(0, 0));
}

std::string readable_name(Session& session, const std::string& oid) {
  const Rows rows = session.query(
      "SELECT microdata.readable_name($1::pg_catalog.oid::pg_catalog.regclass)", {oid});
  return std::string(rows.at(0, 0));
}

void begin_one_moment(Session& session, bool read_only) {
  session.query(std::string("BEGIN ISOLATION LEVEL REPEATABLE READ") +
                (read_only ? " READ ONLY" : ""));
  for (const char* setting :
       {"search_path = pg_catalog, pg_temp", "standard_conforming_strings = on",
        "DateStyle = 'ISO, YMD'", "IntervalStyle = 'iso_8601'", "TimeZone = 'UTC'",
        "extra_float_digits = 1", "bytea_output = 'hex'", "lc_monetary = 'C'",
        "quote_all_identifiers = off",
        // Planning by CHECK constraints would evaluate expressions of the tables' owners.
        "constraint_exclusion = off"})
    session.query(std::string("SET LOCAL ") + setting);
}

std::string output_text(const std::string& expression) {
  return "CASE WHEN pg_catalog.num_nulls(" + expression +
         ") OPERATOR(pg_catalog.=) 0 THEN pg_catalog.format('%s', " + expression + ") END";
}

std::string output_as(const std::string& expression, const std::string& type) {
  return "CAST(" + output_text(expression) + " AS pg_catalog." + type + ")";
}

}  // namespace microdata::client
