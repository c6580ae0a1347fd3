#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace microdata::postgres {

// Returns a receiver of a query's rows, the first member of a plain struct that knows their
// purpose: `begin` gets their type, `receive` each row, until it returns false. Both are called
// within a query: they may fail as PostgreSQL does, and must own nothing.
DestReceiver row_receiver(bool (*receive)(TupleTableSlot* slot, DestReceiver* self),
                          void (*begin)(DestReceiver* self, int operation, TupleDesc type));

// The origin of a statement.
enum class Author { extension, caller };

// Runs a SELECT of users' relations in the place of their owner, and hands its rows to the
// receiver. Code then runs with the owner's privileges, not with those of the caller, who may be a
// superuser: functions of views and partitions, expressions of indexes, statistics and checks,
// foreign tables and estimators of operators. The caller must be able to run the statement;
// PostgreSQL's errors say so. The statement runs under the snapshot or, if the snapshot is null,
// under a new one.
//
// Returns false and does nothing if the statement is not a SELECT, or if the relations belong to
// roles that have the caller's privileges. If the caller lacks the owner's privileges, the owner
// takes the caller's place in planning alone. All relations must then belong to that owner and to
// superusers, so that the code of views runs as in every SELECT of them. A caller's own statement
// is never planned so, because the planner evaluates functions in it. A view with security_invoker
// is read by its caller. Code in the place of an owner cannot write, because it would change what
// the caller's next statement finds under a name.
bool read_for_owner(const std::string& statement, Author author, Snapshot snapshot,
                    DestReceiver* receiver);

// Returns the number of rows that the planner expects of a SELECT, planned as read_for_owner()
// does.
double expected_rows(const std::string& statement);

// A connection to SPI for a scope.
class SpiSession {
 public:
  SpiSession();
  SpiSession(const SpiSession&) = delete;
  SpiSession& operator=(const SpiSession&) = delete;
  ~SpiSession();
};

// Takes on another role for the statements of a scope, as PostgreSQL does when it maintains its
// catalogs on behalf of a user.
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

// A parameter of a statement: a value in its text form, which PostgreSQL reads as the type in the
// statement; absent for NULL.
using Parameter = std::optional<std::string>;

// A row of a result in text form.
using ResultRow = std::vector<std::optional<std::string>>;

// Runs a fixed statement with parameters $1, $2, ... of type text, to be cast in the statement, on
// the data committed by now. Catalogs, including the extension's own, are read as the server reads
// its own, even in a transaction that keeps an older snapshot. Names are looked up in the newest
// catalogs as well, and a record in an older state would not fit them. A record that an older
// snapshot leaves behind would stay for good. Requires a SpiSession.
std::vector<ResultRow> query(const char* statement, const std::vector<Parameter>& parameters = {});

// Runs a statement about the rows of users' relations, whose identifiers were quoted by PostgreSQL,
// as the transaction sees them. Relations of a role without the caller's privileges are read in
// that role's place: see read_for_owner().
std::vector<ResultRow> query_rows(const std::string& statement, Author author = Author::extension);

// A snapshot of what the transaction sees now, kept for a scope. Statements that run under it see
// the same, whatever is written meanwhile, by others or in the same transaction.
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

// Runs a statement as query_rows() does, under a snapshot; the statement must not write.
std::vector<ResultRow> query_rows(const std::string& statement, const KeptSnapshot& snapshot);

// Inserts the rows of a SELECT of users' relations, which is read as by query_rows(), with the
// caller's privileges into a table, quoted, with or without its columns. Returns their number.
std::int64_t insert_rows(const std::string& table, const std::string& select,
                         Author author = Author::extension);

// Runs a statement whose identifiers were quoted by PostgreSQL.
void execute(const std::string& statement);

// Runs a statement as query() does, and returns its first row. Fails (55000) if it finds none,
// because another session, or code that the call has run, might have deleted a record that the call
// read before. Requires a SpiSession.
ResultRow found_row(const char* statement, const std::vector<Parameter>& parameters = {});

// Runs statements, whose identifiers were quoted by PostgreSQL, in a subtransaction. If they do not
// fit the data (a column is gone, a value occurs twice, a privilege is missing), they are undone,
// and the reason is returned. Every other error, including a cancellation, is thrown.
std::optional<std::string> attempt(const std::string& statements);

// Scope in which a call is tried, to be undone.
class Rehearsal {
 public:
  Rehearsal();
  Rehearsal(const Rehearsal&) = delete;
  Rehearsal& operator=(const Rehearsal&) = delete;
  ~Rehearsal();

  // True if the call was ended because nothing refuses it.
  bool passed() const { return passed_; }

  static bool is_on();
  // Ends the call of the innermost rehearsal by an error; does nothing if there is none.
  static void end();

 private:
  Rehearsal* outer_;
  bool passed_ = false;
};

}  // namespace microdata::postgres
