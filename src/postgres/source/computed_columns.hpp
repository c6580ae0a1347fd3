#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <vector>

#include "postgres/server/spi.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Column of a relation, with the position of the source's column that shows its values.
struct ColumnBehind {
  std::size_t position = 0;
  Oid relation = InvalidOid;
  AttrNumber number = 0;
};

// Returns the columns that the source's columns show: each itself and, through views and
// materialized views, the columns of relations that it equals. A column is followed by name, out of
// joins, subqueries, common table expressions, groups and any arm of a set operation. A cast that
// keeps values apart, and COALESCE, are followed as well; any other expression shows no column.
// Requires a lock on the source; locks the views that it reads.
std::vector<ColumnBehind> shown_columns(const Source& source);

// Returns shown_columns() and also the columns from which expressions of views and generated
// columns are computed. Counts of values count as computed from none.
std::vector<ColumnBehind> columns_behind(const Source& source);

// Returns the numbers of the columns that the expression of a generated column names; NIL for a
// column that is not generated. Calls PostgreSQL, and owns nothing.
List* columns_of_expression(Oid relation, AttrNumber number);

// Queries the catalogs, including the extension's own, about columns of relations, in the name of
// the catalog's owner. `statement` follows WITH, and can use two tables. The table shown (position,
// relation, attribute) has these columns with their positions. The table family (origin, relation)
// has, for each of these relations, itself, the tables that it inherits from, and the tables that
// inherit from it. Requires a SpiSession and a lock on the source.
std::vector<ResultRow> query_families(const std::vector<ColumnBehind>& columns,
                                      const char* statement);

// Queries the catalogs about the columns that the source's columns show, with their positions.
std::vector<ResultRow> query_families(const Source& source, const char* statement);

// Column of a table, with its position among a source's columns if one shows it.
struct BaseColumn {
  Oid relation = InvalidOid;
  AttrNumber number = 0;
  std::optional<std::size_t> position;
};

// Column of a source, by its position, that a table computes from others (GENERATED ALWAYS AS).
struct ComputedColumn {
  std::size_t position = 0;
  std::vector<BaseColumn> from;
};

// Returns the computed columns among the source's columns and, through views, among the columns
// that these show. Requires a lock on the source.
std::vector<ComputedColumn> computed_columns(const Source& source);

// Roles of the columns from which a column is computed.
struct RolesComputedFrom {
  bool sensitive = false;
  bool identifier = false;
};

// Returns the roles by column of the source. A base column has its role in `roles`. A declaration
// of the computing table, or of a relative, as sensitive or identifier overrides it, unless a role
// was chosen here that publishes the base column. A sensitive column is not an identifier. Requires
// a SpiSession.
std::vector<RolesComputedFrom> roles_computed_from(const Source& source,
                                                   const std::vector<AssignedRole>& roles);

// Makes quasi-identifiers sensitive that are computed from sensitive columns, unless their role was
// chosen; a NOTICE names them.
void protect_computed(const Source& source, std::vector<AssignedRole>& roles);

}  // namespace microdata::postgres
