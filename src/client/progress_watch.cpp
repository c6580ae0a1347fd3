#include "client/progress_watch.hpp"

#include <cstdlib>
#include <vector>

#include "client/output.hpp"
#include "client/visible_text.hpp"

namespace microdata::client {

namespace {

using namespace std::chrono_literals;

// Shorter statements need no second connection.
constexpr auto first_question = 500ms;
constexpr auto between_questions = 250ms;
// Interval between lines without a terminal; each phase also gets a line.
constexpr auto between_lines = 10s;
constexpr auto connecting_at_most = 10s;

constexpr const char* question = R"(
  SELECT command, relation, phase, phases_done, phases_total, done, total
  FROM microdata.progress WHERE pid OPERATOR(pg_catalog.=) CAST($1 AS pg_catalog.int4))";

// Returns another connection to the same server, as the same role.
Connection another_connection(const PGconn* connection) {
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(
      PQconninfo(const_cast<PGconn*>(connection)), PQconninfoFree);
  std::vector<const char*> keywords;
  std::vector<const char*> values;
  for (const PQconninfoOption* option = options.get(); option && option->keyword; ++option) {
    const std::string_view keyword = option->keyword;
    const char* value = option->val;
    // If there are several servers, the one that answered is used.
    if (keyword == "host") value = PQhost(connection);
    if (keyword == "port") value = PQport(connection);
    if (keyword == "hostaddr" && value != nullptr) value = PQhostaddr(connection);
    if (keyword == "password") value = PQpass(connection);
    if (keyword == "application_name") value = "microdata progress";
    if (keyword == "service" || value == nullptr || *value == '\0') continue;
    keywords.push_back(option->keyword);
    values.push_back(value);
  }
  keywords.push_back(nullptr);
  values.push_back(nullptr);
  return Connection(PQconnectStartParams(keywords.data(), values.data(), 0));
}

double number_at(const Rows& rows, int column) {
  return std::strtod(std::string(rows.at(0, column)).c_str(), nullptr);
}

ServerProgress progress_of(const Rows& rows) {
  // Texts are escaped before they are cut, because a cut escape is harmless.
  return {visible_line(rows.at(0, 0)),
          visible_line(rows.at(0, 1)),
          visible_line(rows.at(0, 2)),
          static_cast<int>(number_at(rows, 3)),
          static_cast<int>(number_at(rows, 4)),
          number_at(rows, 5),
          number_at(rows, 6)};
}

// Ignores notices of the second connection.
void be_silent(void*, const PGresult*) {}

}  // namespace

void ProgressWatch::begin() {
  running_ = true;
  began_ = Clock::now();
  if (state_ != State::connecting) due_ = began_ + first_question;
  fraction_ = ShownFraction();
  time_left_ = TimeLeft();
  shown_phase_.clear();
}

void ProgressWatch::end() {
  running_ = false;
  output_.end_progress();
}

pollfd ProgressWatch::wanted() const {
  if (state_ == State::asking) return {PQsocket(connection_.get()), POLLIN, 0};
  if (state_ == State::connecting)
    return {PQsocket(connection_.get()),
            static_cast<short>(awaited_ == PGRES_POLLING_READING ? POLLIN : POLLOUT), 0};
  return {-1, 0, 0};
}

int ProgressWatch::milliseconds() const {
  if (!running_ || state_ == State::off || state_ == State::asking) return -1;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(due_ - Clock::now());
  return left.count() > 0 ? static_cast<int>(left.count()) + 1 : 0;
}

void ProgressWatch::advance(short events) {
  if (!running_) return;
  switch (state_) {
    case State::unused:
      if (is_due()) connect();
      return;
    case State::connecting:
      if (events != 0) go_on_connecting();
      if (state_ == State::connecting && is_due()) state_ = State::off;
      return;
    case State::resting:
      if (is_due()) ask();
      return;
    case State::asking:
      read_answer();
      return;
    case State::off:
      return;
  }
}

void ProgressWatch::connect() {
  connection_ = another_connection(watched_);
  state_ = State::connecting;
  due_ = Clock::now() + connecting_at_most;
  if (!connection_ || PQstatus(connection_.get()) == CONNECTION_BAD) state_ = State::off;
}

void ProgressWatch::go_on_connecting() {
  awaited_ = PQconnectPoll(connection_.get());
  if (awaited_ == PGRES_POLLING_OK) ask();
  if (awaited_ == PGRES_POLLING_FAILED) state_ = State::off;
}

void ProgressWatch::ask() {
  PQsetNoticeReceiver(connection_.get(), be_silent, nullptr);
  const std::string pid = std::to_string(PQbackendPID(watched_));
  const char* value = pid.c_str();
  state_ =
      PQsendQueryParams(connection_.get(), question, 1, nullptr, &value, nullptr, nullptr, 0) != 0
          ? State::asking
          : State::off;
}

void ProgressWatch::read_answer() {
  if (PQconsumeInput(connection_.get()) == 0) {
    state_ = State::off;
    return;
  }
  while (PQisBusy(connection_.get()) == 0) {
    ResultHandle result(PQgetResult(connection_.get()));
    if (!result) {
      state_ = State::resting;
      due_ = Clock::now() + between_questions;
      return;
    }
    if (PQresultStatus(result.get()) != PGRES_TUPLES_OK) {
      state_ = State::off;
      return;
    }
    const Rows rows(std::move(result));
    if (rows.size() == 1) show(progress_of(rows));
  }
}

void ProgressWatch::show(const ServerProgress& progress) {
  const auto now = Clock::now();
  Pace pace{fraction_.observe(progress), std::nullopt};
  if (pace.fraction)
    pace.seconds_left =
        time_left_.observe(std::chrono::duration<double>(now - began_).count(), *pace.fraction);
  if (const int width = terminal_width(); width > 0) {
    output_.progress(progress_bar(progress, pace, width));
    return;
  }
  const std::string phase = progress.command + progress.relation + progress.phase;
  if (phase == shown_phase_ && now < shown_at_ + between_lines) return;
  shown_phase_ = phase;
  shown_at_ = now;
  output_.progress(progress_line(progress, pace));
}

}  // namespace microdata::client
