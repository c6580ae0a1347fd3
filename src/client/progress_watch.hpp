// Observer that asks the server, by a second connection, for the progress of the first one's
// statement. Nothing is shown if that is not possible (no view, no right, no free connection): the
// work does not depend on it.
#pragma once

#include <chrono>
#include <optional>
#include <poll.h>
#include <string>

#include "client/connection.hpp"
#include "client/progress_text.hpp"

namespace microdata::client {

class Output;

class ProgressWatch {
 public:
  ProgressWatch(const PGconn* watched, Output& output) : watched_(watched), output_(output) {}

  // Record that a statement was sent, or has ended.
  void begin();
  void end();

  // Return the events to wait for on the second connection's socket, and the longest time to wait
  // in milliseconds (-1 for no limit).
  pollfd wanted() const;
  int milliseconds() const;
  // Continues as far as possible without waiting, and shows the result. `events` are those that
  // poll() found at the socket.
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
  // Phase and time of the last line that was shown.
  std::string shown_phase_;
  Clock::time_point shown_at_;
};

}  // namespace microdata::client
