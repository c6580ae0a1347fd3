// Connection of a subcommand, and what it reads. While the server works, signals cancel it and its
// progress is shown.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "client/connection.hpp"

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

// Runs work that can fail on the server without ending the transaction. Returns the reason of a
// failure.
std::optional<Message> attempt(Session& session, const std::function<void()>& work);

// Reading a relation at one moment, with values in one format for any settings of role and
// database. Casts from types that are not part of the server are functions of other roles, which
// would run with the rights of the caller. A look-up in the catalog does not ensure a column's
// type, because its owner can exchange columns before the statement is parsed. The expressions for
// values therefore bind no cast from any type.

// Returns the number of a relation, by the search path of the caller before the transaction.
std::string relation_oid(Session& session, const std::string& relation);

// Returns the relation's name with its schema, as SQL writes it. The call begins the transaction's
// reading: until its end the name means this relation, even if the owner renames relations. A
// SELECT of the relation runs no code of an owner with fewer rights; the call fails if the server
// reports that it would.
std::string readable_name(Session& session, const std::string& oid);

// Begins a transaction with only pg_catalog in the search path.
void begin_one_moment(Session& session, bool read_only);

// Returns an expression for a value as its type's output function writes it, or NULL. Booleans are
// t and f.
std::string output_text(const std::string& expression);

// Returns an expression for the value that the server's own type of this name reads from that text.
std::string output_as(const std::string& expression, const std::string& type);

}  // namespace microdata::client
