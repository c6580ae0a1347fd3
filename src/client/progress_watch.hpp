// Asks the server by a second connection how far the first one's statement came. Where that is not
// to be had (no view, no right, no free connection) nothing is shown: the work does not depend on
// it.
#pragma once

#include <chrono>
#include <optional>
#include <poll.h>
#include <string>

#include "client/connection.hpp"
#include "client/progress_text.hpp"
#include "client/time_left.hpp"

namespace microdata::client {

class Output;

class ProgressWatch {
 public:
  ProgressWatch(const PGconn* watched, Output& output) : watched_(watched), output_(output) {}

  // A statement was sent, or has ended.
  void begin();
  void end();

  // What to wait for; of the second connection's socket, and for how many milliseconds at most (-1:
  // without end).
  pollfd wanted() const;
  int milliseconds() const;
  // Goes on with what can be done by now, and shows what came of it. `events`: what poll() found at
  // the socket.
  void advance(short events);

 private:
  using Clock = std::chrono::steady_clock;
  // Unused until a statement takes long; resting until the next question is due.
  enum class State { unused, connecting, resting, asking, off };

  void connect();
  void go_on_connecting();
  void ask();
  void read_answer();
  void show(const ServerProgress& progress);
  bool is_due() const { return Clock::now() >= due_; }

  const PGconn* watched_;
  Output& output_;
  Connection connection_;
  State state_ = State::unused;
  bool running_ = false;
  PostgresPollingStatusType awaited_ = PGRES_POLLING_WRITING;
  Clock::time_point began_;
  Clock::time_point due_;
  ShownFraction fraction_;
  TimeLeft time_left_;
  // Of what was shown last, for lines.
  std::string shown_phase_;
  Clock::time_point shown_at_;
};

}  // namespace microdata::client
