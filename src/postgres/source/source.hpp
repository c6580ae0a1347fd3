#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/values/attribute_type.hpp"

namespace microdata::postgres {

// A column of a relation that is not dropped.
struct SourceColumn {
  std::string name;
  AttributeType type;
  AttrNumber number = 0;
  bool not_null = false;
  bool generated = false;
};

// A relation that persons are published from: locked against changes of its shape until the
// transaction ends.
struct Source {
  Oid relation = InvalidOid;
  std::string name;
  char kind = 0;
  bool temporary = false;
  std::vector<SourceColumn> columns;

  const SourceColumn* find(std::string_view column) const;
};

// Opens a table, partitioned table, view, materialized view or foreign table. Fails, clearly, for
// anything else: other kinds of relation, other sessions' temporary tables, a row security policy
// that would hide rows from the caller.
Source open_source(Oid relation, LOCKMODE lock = AccessShareLock);

// Whether the caller may read a column of it.
bool may_select(const Source& source, const SourceColumn& column);

// Whether its first rows come at once, and values as they lie: of a view all rows may be needed for
// them, and values may be computed.
bool is_stored(const Source& source);

// Fails unless the caller owns the relation. To be asked before a lock that would hold up others.
void require_owner(Oid relation);

// Opens a source that its owner declares something of, `what`; sessions that declare at once wait
// for each other. Fails where the caller does not own it or it is a temporary table, with `hint`.
Source open_for_declaration(Oid relation, const std::string& what, const std::string& hint = {});

// Whether the caller may read any of it.
bool may_read_some(Oid relation);

// True if the caller may read some of it and, through views, some of every relation behind it:
// anybody may make a view of a relation that only others read. Requires a SpiSession.
bool may_read_through(Oid relation);

// True if the caller owns the relation or may read any of it: then nothing on record of it is
// secret.
bool may_know(Oid relation);

// Fails, as reading would, where the caller may not know what is on record of the relation.
void require_may_know(Oid relation);

// Fails, as reading would, where the caller may read nothing of the relation.
void require_may_read(Oid relation);

// True if the caller may read all of each. No role may read what is gone.
bool may_read_all(const std::vector<Oid>& relations);

// Returns true where a row security policy would hide rows from the caller: of the relation, or of
// a table that a view shows with its reader's rights (security_invoker), however deep within other
// views. A view that shows rows with its owner's rights shows what its owner means to show.
// Requires a lock on the relation; locks what its views read.
bool hides_rows(Oid relation);

}  // namespace microdata::postgres
