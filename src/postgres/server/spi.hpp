#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/server/owner_reading.hpp"

namespace microdata::postgres {

// A connection to SPI, for as long as the scope lasts.
class SpiSession {
 public:
  SpiSession();
  SpiSession(const SpiSession&) = delete;
  SpiSession& operator=(const SpiSession&) = delete;
  ~SpiSession();
};

// Takes on another role for the statements of a scope, as PostgreSQL itself does when it maintains
// its catalogs on behalf of a user.
class RoleScope {
 public:
  explicit RoleScope(Oid role);
  RoleScope(const RoleScope&) = delete;
  RoleScope& operator=(const RoleScope&) = delete;
  ~RoleScope();

 private:
  Oid role_ = InvalidOid;
  int security_context_ = 0;
};

// A parameter of a statement: a value in its text form, which PostgreSQL reads as the statement
// wants it. Absent: NULL.
using Parameter = std::optional<std::string>;

// The rows of a result in text form.
using ResultRow = std::vector<std::optional<std::string>>;

// Runs a fixed statement with parameters $1, $2, ... of type text, to be cast in the statement, on
// what is committed by now: catalogs, the extension's own among them, are read as the server reads
// its own, also in a transaction that keeps to an older snapshot. Names are looked up in the newest
// catalogs as well; a record in an older state would not fit them, and one left behind by an older
// snapshot would stay for good. Requires a SpiSession.
std::vector<ResultRow> query(const char* statement, const std::vector<Parameter>& parameters = {});

// Runs a statement about the rows of users' relations, whose identifiers were quoted by PostgreSQL,
// as the transaction sees them. Relations of a role without the caller's rights are read in that
// role's place (owner_reading.hpp).
std::vector<ResultRow> query_rows(const std::string& statement, Author author = Author::extension);

// What the transaction sees now, kept for as long as the scope lasts: statements that are run under
// it see the same, whatever is written meanwhile, by others or in the same transaction.
class KeptSnapshot {
 public:
  KeptSnapshot();
  KeptSnapshot(const KeptSnapshot&) = delete;
  KeptSnapshot& operator=(const KeptSnapshot&) = delete;
  ~KeptSnapshot();

  Snapshot get() const { return snapshot_; }

 private:
  Snapshot snapshot_ = nullptr;
  ResourceOwner owner_ = nullptr;
};

// The same, under a snapshot: statements that write nothing.
std::vector<ResultRow> query_rows(const std::string& statement, const KeptSnapshot& snapshot);

// Inserts the rows of a SELECT of users' relations, which is read as query_rows() does, with the
// caller's rights into a table, quoted, with or without its columns; returns how many there were.
std::int64_t insert_rows(const std::string& table, const std::string& select,
                         Author author = Author::extension);

// Runs a statement whose identifiers were quoted by PostgreSQL.
void execute(const std::string& statement);

}  // namespace microdata::postgres
