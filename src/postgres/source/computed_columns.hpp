#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <vector>

#include "postgres/server/spi.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// A column of a relation, and the source's column, by its position, that shows its values.
struct ColumnBehind {
  std::size_t position = 0;
  Oid relation = InvalidOid;
  AttrNumber number = 0;
};

// What the source's columns show: each itself, and, through views and materialized views, the
// columns of relations that they plainly are: by name, out of joins, subqueries, common table
// expressions, groups and any arm of a set operation, with a cast that keeps values apart, or as an
// argument of COALESCE. What an expression computes shows no column. Requires a lock on the source;
// locks the views that it reads.
std::vector<ColumnBehind> shown_columns(const Source& source);

// The same, and what the expressions of views and generated columns compute them from. Counts of
// values are computed from none.
std::vector<ColumnBehind> columns_behind(const Source& source);

// The numbers of the columns that the expression of a generated column names; NIL for a column that
// is not generated. Calls PostgreSQL, and owns nothing.
List* columns_of_expression(Oid relation, AttrNumber number);

// Asks the catalogs, the extension's own among them, about columns of relations in the name of the
// catalog's owner. `statement` is what follows WITH, and may use
//   shown (position, relation, attribute): these columns, with the positions given;
//   family (origin, relation): of each of these relations, itself, the tables that it inherits
//     from, and those that inherit from it.
// Requires a SpiSession and a lock on the source.
std::vector<ResultRow> query_families(const std::vector<ColumnBehind>& columns,
                                      const char* statement);

// The same about what the source's columns show, by their positions.
std::vector<ResultRow> query_families(const Source& source, const char* statement);

// A column of a table, and its position among a source's columns if these show it.
struct BaseColumn {
  Oid relation = InvalidOid;
  AttrNumber number = 0;
  std::optional<std::size_t> position;
};

// A column of a source, by its position, that a table computes from others (GENERATED ALWAYS AS).
struct ComputedColumn {
  std::size_t position = 0;
  std::vector<BaseColumn> from;
};

// Finds them among the source's columns and, through views, those that these show. Requires a lock
// on the source.
std::vector<ComputedColumn> computed_columns(const Source& source);

// The roles of what a column is computed from.
struct RolesComputedFrom {
  bool sensitive = false;
  bool identifier = false;
};

// Returns them by the source's columns. A column has its role among `roles`, unless it is declared
// sensitive or an identifier for the table that computes, or a relative of it, and nobody chose to
// publish it here; what is sensitive is no identifier.
// Requires a SpiSession.
std::vector<RolesComputedFrom> roles_computed_from(const Source& source,
                                                   const std::vector<AssignedRole>& roles);

// Makes columns sensitive that are computed from sensitive ones, unless somebody chose a role for
// them or they are identifiers; a NOTICE has their names.
void protect_computed(const Source& source, std::vector<AssignedRole>& roles);

}  // namespace microdata::postgres
