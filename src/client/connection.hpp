// Connection to a server, owners of objects that libpq allocates, and signals while the program
// waits.
#pragma once

#include <csignal>
#include <libpq-fe.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/failure.hpp"

namespace CLI {
class App;
}

namespace microdata::client {

struct ConnectionCloser {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
using Connection = std::unique_ptr<PGconn, ConnectionCloser>;

struct ResultCloser {
  void operator()(PGresult* result) const { PQclear(result); }
};
using ResultHandle = std::unique_ptr<PGresult, ResultCloser>;

// Result rows as text.
class Rows {
 public:
  Rows() = default;
  explicit Rows(ResultHandle result) : result_(std::move(result)) {}

  int size() const { return result_ ? PQntuples(result_.get()) : 0; }
  int columns() const { return result_ ? PQnfields(result_.get()) : 0; }
  std::string_view name(int column) const { return PQfname(result_.get(), column); }
  // Returns the first column of that name, or -1.
  int column(const std::string& name) const;
  bool is_null(int row, int column) const { return PQgetisnull(result_.get(), row, column) != 0; }
  // Returns the text of a value, empty for NULL.
  std::string_view at(int row, int column) const;
  bool is_true(int row, int column) const { return at(row, column) == "t"; }
  // True if the column has numbers, which are aligned right.
  bool is_number(int column) const;

 private:
  ResultHandle result_;
};

// Parameters as text; the server reads them by the types in the statement.
using Parameters = std::vector<std::optional<std::string>>;

Message message_of(const PGresult* result);
// Returns libpq's own message, without the line end.
std::string message_of(const PGconn* connection);

// Connection options, as in psql. libpq takes missing ones from service files and the environment.
struct ConnectionOptions {
  std::string host;
  std::string port;
  std::string user;
  // Name, connection string or URI.
  std::string database;
  bool ask_password = false;
  bool never_ask_password = false;
};

void declare_connection_options(CLI::App& app, ConnectionOptions& options);

// Connects, and asks for a password on the terminal if the server requires one.
Connection connect(const ConnectionOptions& options);

// Handler of SIGINT, SIGTERM and SIGHUP during the object's lifetime. Signals are recorded, and a
// process that waits by poll() wakes up.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // Returns a descriptor that is readable after a signal.
  int descriptor() const;
  // Takes the signals since the last call off the descriptor, and returns the last of them, or 0.
  int take() const;
  // Throws if a signal has arrived at any time.
  static void check();
  // Throws the Failure with which the program ends because of the signal.
  [[noreturn]] static void raise(int signal);

 private:
  struct sigaction former_[3];
};

}  // namespace microdata::client
