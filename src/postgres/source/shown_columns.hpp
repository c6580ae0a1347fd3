#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <vector>

#include "postgres/source/source.hpp"

namespace microdata::postgres {

// A column of a relation, and the source's column, by its position, that shows its values.
struct ShownColumn {
  std::size_t position = 0;
  Oid relation = InvalidOid;
  AttrNumber number = 0;
};

// What the source's columns show: each itself, and, through views and materialized views, the
// columns of relations that they plainly are: by name, out of joins, subqueries, common table
// expressions, groups and any arm of a set operation, with a cast that keeps values apart, or as an
// argument of COALESCE. What an expression computes shows no column. Requires a lock on the source;
// locks the views that it reads.
std::vector<ShownColumn> shown_columns(const Source& source);

// The same, and what the expressions of views and generated columns compute them from. Counts of
// values are computed from none.
std::vector<ShownColumn> columns_behind(const Source& source);

// The numbers of the columns that the expression of a generated column names; NIL for a column that
// is not generated. Calls PostgreSQL, and owns nothing.
List* columns_of_expression(Oid relation, AttrNumber number);

}  // namespace microdata::postgres
