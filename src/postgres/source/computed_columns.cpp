#include "postgres/source/computed_columns.hpp"

#include <algorithm>
#include <string>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/shown_columns.hpp"

namespace microdata::postgres {

namespace {

// PostgreSQL calls this with each node of an expression. Calls PostgreSQL, and owns nothing.
bool add_columns(Node* node, void* columns) {
  if (node == nullptr) return false;
  if (IsA(node, Var)) {
    List** const list = static_cast<List**>(columns);
    *list = lappend_int(*list, reinterpret_cast<const Var*>(node)->varattno);
    return false;
  }
  return compat::walk_expression_tree(node, add_columns, columns);
}

// The numbers of the columns that the expression of a generated column names; NIL for a column that
// is not generated.
List* columns_of_expression(Oid relation, AttrNumber number) {
  List* columns = NIL;
  const Relation opened = relation_open(relation, AccessShareLock);
  if (TupleDescAttr(RelationGetDescr(opened), number - 1)->attgenerated != '\0')
    add_columns(build_column_default(opened, number), static_cast<void*>(&columns));
  relation_close(opened, NoLock);
  return columns;
}

std::vector<AttrNumber> computed_from(const ShownColumn& shown) {
  const List* const columns =
      guarded([&] { return columns_of_expression(shown.relation, shown.number); });
  std::vector<AttrNumber> numbers;
  for (int i = 0; i < list_length(columns); ++i)
    numbers.push_back(static_cast<AttrNumber>(list_nth_int(columns, i)));
  return numbers;
}

// A table without generated columns shows none.
bool may_have_some(const Source& source) {
  return source.kind == RELKIND_VIEW || source.kind == RELKIND_MATVIEW ||
         std::any_of(source.columns.begin(), source.columns.end(),
                     [](const SourceColumn& column) { return column.generated; });
}

}  // namespace

std::vector<ComputedColumn> computed_columns(const Source& source) {
  std::vector<ComputedColumn> computed;
  if (!may_have_some(source)) return computed;
  const std::vector<ShownColumn> shown = shown_columns(source);
  for (const ShownColumn& column : shown) {
    const std::vector<AttrNumber> from = computed_from(column);
    if (from.empty()) continue;
    ComputedColumn found{column.position, {}};
    for (const ShownColumn& other : shown) {
      if (other.relation == column.relation && other.position != column.position &&
          std::find(from.begin(), from.end(), other.number) != from.end()) {
        found.from.push_back(other.position);
      }
    }
    if (!found.from.empty()) computed.push_back(std::move(found));
  }
  return computed;
}

void protect_computed(const Source& source, std::vector<AssignedRole>& roles) {
  std::vector<std::string> names;
  for (const ComputedColumn& column : computed_columns(source)) {
    AssignedRole& assigned = roles[column.position];
    const bool from_sensitive =
        std::any_of(column.from.begin(), column.from.end(),
                    [&](std::size_t from) { return roles[from].role == Role::sensitive; });
    if (!from_sensitive || assigned.chosen || assigned.role != Role::quasi_identifier) continue;
    assigned.role = Role::sensitive;
    names.push_back(in_quotes(source.columns[column.position].name));
  }
  if (names.empty()) return;
  report(NOTICE,
         (names.size() == 1 ? "generated column " : "generated columns ") + join(names) +
             " taken for sensitive",
         names.size() == 1 ? "It is computed from a sensitive column."
                           : "They are computed from sensitive columns.");
}

}  // namespace microdata::postgres
