#pragma once

#include "postgres/api.hpp"

#include <string>
#include <vector>

#include "postgres/attribute_type.hpp"

namespace microdata::postgres {

// A column of a relation that is not dropped.
struct SourceColumn {
  std::string name;
  AttributeType type;
  AttrNumber number = 0;
  bool not_null = false;
  bool generated = false;
  // Part of the primary key, or alone in a unique constraint or index.
  bool key = false;
};

// A relation that persons are published from: locked against changes of its shape until the
// transaction ends.
struct Source {
  Oid relation = InvalidOid;
  std::string name;
  char kind = 0;
  std::vector<SourceColumn> columns;

  const SourceColumn* find(std::string_view column) const;
};

// Opens a table, partitioned table, view, materialized view or foreign table. Fails, clearly, for
// anything else: other kinds of relation, other sessions' temporary tables, a row security policy
// that would hide rows from the caller.
Source open_source(Oid relation, LOCKMODE lock = AccessShareLock);

// The columns of any relation, without those checks.
std::vector<SourceColumn> list_columns(Oid relation);

}  // namespace microdata::postgres
