#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/values/attribute_type.hpp"

namespace microdata::postgres {

// Column of a relation that is not dropped.
struct SourceColumn {
  std::string name;
  AttributeType type;
  AttrNumber number = 0;
  bool not_null = false;
  bool generated = false;
};

// Relation from which persons are published: locked against changes of its shape until the
// transaction ends.
struct Source {
  Oid relation = InvalidOid;
  std::string name;
  char kind = 0;
  bool temporary = false;
  std::vector<SourceColumn> columns;

  const SourceColumn* find(std::string_view column) const;
};

// Opens a table, partitioned table, view, materialized view or foreign table. Fails, with a clear
// message, for other kinds of relation, temporary tables of other sessions, and row security
// policies that would hide rows from the caller.
Source open_source(Oid relation, LOCKMODE lock = AccessShareLock);

// True if the caller may read the column.
bool may_select(const Source& source, const SourceColumn& column);

// True if the source's first rows come at once, with stored values. A view might need all rows for
// them, and might compute values.
bool is_stored(const Source& source);

// Fails unless the caller owns the relation. Called before a lock that would hold up others.
void require_owner(Oid relation);

// Opens a source about which its owner declares something, `what`; concurrent declarations wait for
// each other. Fails if the caller does not own the source, or if it is a temporary table, with
// `hint`.
Source open_for_declaration(Oid relation, const std::string& what, const std::string& hint = {});

// True if the caller may read any column of the relation.
bool may_read_some(Oid relation);

// True if the caller may read some of the relation and, through views, some of every relation
// behind it. Any role can create a view of a relation that only others may read. Requires a
// SpiSession.
bool may_read_through(Oid relation);

// True if the caller owns the relation or may read any of it; then no recorded fact about it is
// secret.
bool may_know(Oid relation);

// Fails, with the error of reading, if the caller may not know recorded facts about the relation.
void require_may_know(Oid relation);

// Fails, with the error of reading, if the caller may read nothing of the relation.
void require_may_read(Oid relation);

// True if the caller may read all columns of each relation. No role may read a relation that no
// longer exists.
bool may_read_all(const std::vector<Oid>& relations);

// True if a row security policy would hide rows from the caller: of the relation, or of a table
// that a view shows with its reader's rights (security_invoker), at any depth. A view with its
// owner's rights shows all rows that its owner means to show. Requires a lock on the relation;
// locks the tables that its views read.
bool hides_rows(Oid relation);

}  // namespace microdata::postgres
