// Owners of objects that libpq allocates.
#pragma once

#include <libpq-fe.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/failure.hpp"

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

}  // namespace microdata::client
