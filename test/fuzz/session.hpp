#pragma once

#include <chrono>
#include <functional>
#include <libpq-fe.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sql_text.hpp"

namespace microdata::fuzz {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

struct Message {
  std::string severity;
  std::string sqlstate;
  std::string text;
};

// The outcome of one statement, or of several that were sent as one.
struct Outcome {
  std::vector<std::vector<Text>> rows;  // of the last result with rows
  std::optional<Message> error;
  std::string detail;
  std::string context;
  std::vector<Message> messages;  // NOTICE, WARNING and the like
  bool lost = false;              // true if the connection is lost
  bool hung = false;              // true if not even a cancel ended the statement
  bool slow = false;              // true if the watchdog ended the statement
  double seconds = 0;

  bool failed() const { return error || lost || hung; }
  bool failed_with(std::string_view sqlstate) const { return error && error->sqlstate == sqlstate; }
};

// Time until a statement is cancelled, and then until it must have ended.
struct Patience {
  Milliseconds until_cancelled{20'000};
  Milliseconds after_cancel{10'000};
};

class Session {
 public:
  Session(const std::string& parameters, Patience patience);

  Outcome run(const std::string& sql);
  // Sends a statement; receive() waits for its outcome, so that other work can happen between the
  // two.
  void send(const std::string& sql);
  // Waits for the outcome. Calls `interrupt` once if the statement has not ended after `delay`.
  Outcome receive(std::optional<Milliseconds> delay = {},
                  const std::function<void()>& interrupt = {});
  void cancel();

  bool alive() const;
  // Connects again after the server has crashed; returns false if the server does not come back.
  bool reconnect();
  int process() const { return PQbackendPID(connection_.get()); }

 private:
  struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  static void note(void* session, const PGresult* result);
  bool wait(Clock::time_point until);
  void take(const PGresult& result, Outcome& outcome);

  std::unique_ptr<PGconn, Finish> connection_;
  Patience patience_;
  std::vector<Message> messages_;
  Clock::time_point sent_;
  bool broken_ = false;
};

}  // namespace microdata::fuzz
