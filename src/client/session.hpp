// Connection of a subcommand. While the server works, signals cancel it and its progress is shown.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "client/connection.hpp"
#include "client/interrupts.hpp"

namespace microdata::client {

class Output;
class ProgressWatch;

class Session {
 public:
  // Function that takes one row, as row 0.
  using RowSink = std::function<void(const Rows&)>;
  using CopySink = std::function<void(std::string_view)>;

  Session(Connection connection, Output& output);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Returns all rows of one statement. An error of the server is thrown as a Failure.
  Rows query(const std::string& sql, const Parameters& parameters = {});
  // Passes rows one by one, as they arrive, so that not all of them are in memory.
  void each_row(const std::string& sql, const Parameters& parameters, const RowSink& sink);
  // Passes the data of COPY ... TO STDOUT as it arrives.
  void copy_out(const std::string& sql, const CopySink& sink);

  PGconn* connection() const { return connection_.get(); }

 private:
  void send(const std::string& sql, const Parameters& parameters);
  ResultHandle next_result();
  void wait_until_read();
  void cancel();
  // Cancels the server's work and discards the rest of its results.
  void abandon();
  // Throws if the result is an error.
  void check(const PGresult* result);
  // Runs work that takes the results of a statement that was sent. If it throws, the statement is
  // abandoned.
  template <typename Work>
  void take(const Work& work);
  static void receive_notice(void* session, const PGresult* result);

  Interrupts interrupts_;
  Connection connection_;
  Output& output_;
  // Null if progress is not shown.
  std::unique_ptr<ProgressWatch> watch_;
  // True if the server might still be working on the statement.
  bool at_work_ = false;
  // Signal for which the running statement was cancelled, or 0.
  int signal_ = 0;
  // Exception from writing a notice, because no exception may pass through libpq.
  std::exception_ptr notice_failure_;
};

}  // namespace microdata::client
