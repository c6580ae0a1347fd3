#include "session.hpp"

#include <algorithm>
#include <poll.h>
#include <stdexcept>
#include <thread>

namespace microdata::fuzz {

namespace {

struct Clear {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Result = std::unique_ptr<PGresult, Clear>;

std::string field(const PGresult& result, int code) {
  const char* text = PQresultErrorField(&result, code);
  return text == nullptr ? "" : text;
}

Message message_of(const PGresult& result) {
  return {field(result, PG_DIAG_SEVERITY_NONLOCALIZED), field(result, PG_DIAG_SQLSTATE),
          field(result, PG_DIAG_MESSAGE_PRIMARY)};
}

}  // namespace

Session::Session(const std::string& parameters, Patience patience)
    : connection_(PQconnectdb(parameters.c_str())), patience_(patience) {
  if (PQstatus(connection_.get()) != CONNECTION_OK) {
    throw std::runtime_error(PQerrorMessage(connection_.get()));
  }
  PQsetNoticeReceiver(connection_.get(), &Session::note, this);
}

void Session::note(void* session, const PGresult* result) {
  static_cast<Session*>(session)->messages_.push_back(message_of(*result));
}

bool Session::alive() const {
  return !broken_ && PQstatus(connection_.get()) == CONNECTION_OK;
}

bool Session::reconnect() {
  for (int attempts = 0; attempts < 600; ++attempts) {
    PQreset(connection_.get());
    broken_ = PQstatus(connection_.get()) != CONNECTION_OK;
    if (!broken_) return true;
    std::this_thread::sleep_for(Milliseconds(500));
  }
  return false;
}

Outcome Session::run(const std::string& sql) {
  send(sql);
  return receive();
}

void Session::send(const std::string& sql) {
  messages_.clear();
  sent_ = Clock::now();
  if (PQsendQuery(connection_.get(), sql.c_str()) == 0) broken_ = true;
}

void Session::cancel() {
  PGcancel* request = PQgetCancel(connection_.get());
  char error[256];
  PQcancel(request, error, sizeof error);
  PQfreeCancel(request);
}

// Waits for the next result; returns false if the time is over before.
bool Session::wait(Clock::time_point until) {
  while (PQisBusy(connection_.get()) != 0) {
    const auto left = std::chrono::ceil<Milliseconds>(until - Clock::now());
    if (left <= Milliseconds(0)) return false;
    pollfd ready{PQsocket(connection_.get()), POLLIN, 0};
    poll(&ready, 1, static_cast<int>(left.count()));
    if ((ready.revents & (POLLIN | POLLERR | POLLHUP)) != 0 &&
        PQconsumeInput(connection_.get()) == 0) {
      broken_ = true;
      return true;
    }
  }
  return true;
}

void Session::take(const PGresult& result, Outcome& outcome) {
  switch (PQresultStatus(&result)) {
    case PGRES_TUPLES_OK:
    case PGRES_SINGLE_TUPLE:
      outcome.rows.clear();
      for (int row = 0; row < PQntuples(&result); ++row) {
        auto& values = outcome.rows.emplace_back();
        for (int i = 0; i < PQnfields(&result); ++i) {
          values.push_back(PQgetisnull(&result, row, i) != 0 ? Text()
                                                             : Text(PQgetvalue(&result, row, i)));
        }
      }
      break;
    case PGRES_FATAL_ERROR:
    case PGRES_BAD_RESPONSE:
      if (!outcome.error) {
        outcome.error = message_of(result);
        if (outcome.error->text.empty()) outcome.error->text = PQresultErrorMessage(&result);
        outcome.detail = field(result, PG_DIAG_MESSAGE_DETAIL);
        outcome.context = field(result, PG_DIAG_CONTEXT);
      }
      break;
    default:
      break;
  }
}

Outcome Session::receive(std::optional<Milliseconds> delay,
                         const std::function<void()>& interrupt) {
  Outcome outcome;
  constexpr auto never = Clock::time_point::max();
  auto interruption = delay ? sent_ + *delay : never;
  auto limit = sent_ + patience_.until_cancelled;
  while (!broken_) {
    if (!wait(std::min(interruption, limit))) {
      if (Clock::now() >= interruption) {
        interruption = never;
        interrupt();
        limit = Clock::now() + patience_.after_cancel;
      } else if (!outcome.slow && limit == sent_ + patience_.until_cancelled) {
        outcome.slow = true;
        cancel();
        limit = Clock::now() + patience_.after_cancel;
      } else {
        outcome.hung = true;
        broken_ = true;
      }
      continue;
    }
    if (broken_) break;
    const Result result(PQgetResult(connection_.get()));
    if (!result) break;
    take(*result, outcome);
  }
  outcome.lost = !outcome.hung && !alive();
  outcome.seconds = std::chrono::duration<double>(Clock::now() - sent_).count();
  outcome.messages = std::move(messages_);
  messages_.clear();
  return outcome;
}

}  // namespace microdata::fuzz
