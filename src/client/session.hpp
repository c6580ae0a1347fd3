// The connection that a subcommand works with. While the server works, signals cancel it, and its
// progress is shown.
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
  // Is given one row, the row 0.
  using RowSink = std::function<void(const Rows&)>;
  using CopySink = std::function<void(std::string_view)>;

  Session(Connection connection, Output& output);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // All rows of one statement. An error of the server's is thrown as a Failure.
  Rows query(const std::string& sql, const Parameters& parameters = {});
  // Rows one by one, as they come: not all of them are in memory.
  void each_row(const std::string& sql, const Parameters& parameters, const RowSink& sink);
  // COPY ... TO STDOUT, as it comes.
  void copy_out(const std::string& sql, const CopySink& sink);

  PGconn* connection() const { return connection_.get(); }

 private:
  void send(const std::string& sql, const Parameters& parameters);
  ResultHandle next_result();
  void wait_until_read();
  void cancel();
  // Ends what the server does, and forgets what it still says.
  void abandon();
  // Throws where the result is an error.
  void check(const PGresult* result);
  // Runs what takes the results of a statement that was sent; whatever it throws, nothing goes on
  // behind it.
  template <typename Work>
  void take(const Work& work);
  static void receive_notice(void* session, const PGresult* result);

  Interrupts interrupts_;
  Connection connection_;
  Output& output_;
  // Nothing where progress is not to be shown.
  std::unique_ptr<ProgressWatch> watch_;
  // Whether the server may still be doing what it was sent.
  bool at_work_ = false;
  // Of the signal that the running statement was cancelled for.
  int signal_ = 0;
  // What writing a notice threw: no exception may pass through libpq.
  std::exception_ptr notice_failure_;
};

}  // namespace microdata::client
