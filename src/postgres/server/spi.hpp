#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace microdata::postgres {

// What PostgreSQL hands the rows of a query to, as the first member of a plain struct that knows
// what they are for: `begin` gets their type, `receive` each row, until it returns false. Both are
// called within a query: they may fail as PostgreSQL does, and must own nothing.
DestReceiver row_receiver(bool (*receive)(TupleTableSlot* slot, DestReceiver* self),
                          void (*begin)(DestReceiver* self, int operation, TupleDesc type));

// Where a statement comes from.
enum class Author { extension, caller };

// Runs a SELECT of users' relations in the place of their owner, and hands its rows to the
// receiver: so that functions of views and partitions, expressions of indexes, statistics and
// checks, foreign tables and estimators of operators run with the owner's rights, not with those of
// the caller, who may be a superuser. The caller must be able to run the statement; PostgreSQL's
// errors say so. Under the snapshot, or, where it is null, a new one.
//
// Returns false, and does nothing, where the statement is of another kind, or the relations belong
// to roles that have the caller's rights. Where the caller lacks the owner's rights, the owner
// takes the place of the caller in planning alone, and only if nobody but that owner and superusers
// have a part in what is read: what a view calls then runs as in every SELECT of it. The planner
// evaluates functions that a statement names, so that a caller's own statement is never planned so.
// A view with security_invoker is read by its caller. What runs in the place of an owner cannot
// write: it would change what the caller's next statement finds under a name.
bool read_for_owner(const std::string& statement, Author author, Snapshot snapshot,
                    DestReceiver* receiver);

// Returns how many rows the planner expects of a SELECT, planned in the same place.
double expected_rows(const std::string& statement);

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
// role's place: see read_for_owner().
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

// Runs a statement as query() does, and returns its first row. Fails (55000) if it finds none:
// another session, or code that the call has run, may have deleted a record that the call read
// before. Requires a SpiSession.
ResultRow found_row(const char* statement, const std::vector<Parameter>& parameters = {});

// Runs statements, whose identifiers were quoted by PostgreSQL, in a subtransaction. Where they do
// not suit what is there (a column is gone, a value occurs twice, a privilege is missing) nothing
// of them stays, and the reason is returned; every other error, a cancellation among them, is
// thrown.
std::optional<std::string> attempt(const std::string& statements);

}  // namespace microdata::postgres
