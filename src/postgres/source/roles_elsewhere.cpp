#include "postgres/source/roles_elsewhere.hpp"

#include <algorithm>
#include <string>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/column_families.hpp"
#include "postgres/values/role_name.hpp"

namespace microdata::postgres {

namespace {

// What was declared of the source itself is chosen.
constexpr const char* roles_of_columns =
    "declared (position, role, rank, relation) AS ("
    "SELECT s.position, r.role, "
    "pg_catalog.array_position(ARRAY['subject', 'identifier', 'sensitive'], "
    "r.role::pg_catalog.text), "
    "c.relname FROM shown s JOIN family f ON f.origin = s.relation "
    "JOIN pg_catalog.pg_class c ON c.oid = f.relation "
    "JOIN microdata.role_record r ON r.source = f.relation AND r.attribute = s.attribute "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = f.relation AND a.attname = r.attribute "
    "AND a.attnum = r.attnum AND NOT a.attisdropped) "
    "SELECT DISTINCT ON (d.position) d.position, d.role, d.relation FROM declared d "
    "WHERE d.rank IS NOT NULL ORDER BY d.position, d.rank, d.relation";

// The columns of one role in one relation.
struct RoleElsewhere {
  std::string role;
  std::string relation;
  // True if they are computed from columns of the role.
  bool computed = false;
  std::vector<std::string> columns;
};

// Adds the roles of what columns of the source show, or are computed from, and marks these columns.
void add_roles(const Source& source, const std::vector<AssignedRole>& roles, bool computed,
               std::vector<bool>& has_some, std::vector<RoleElsewhere>& found) {
  const std::vector<ShownColumn> columns =
      computed ? columns_behind(source) : shown_columns(source);
  for (const ResultRow& row : query_families(columns, roles_of_columns)) {
    const std::size_t column = std::stoul(*row[0]);
    const AssignedRole& assigned = roles[column];
    if (has_some[column] || assigned.chosen || assigned.role == Role::identifier) continue;
    const bool is_protected =
        assigned.protected_by_rule || (computed && assigned.role == Role::sensitive);
    if (is_protected && *row[1] == role_name(Role::sensitive)) continue;
    const auto same = std::find_if(found.begin(), found.end(), [&](const RoleElsewhere& other) {
      return other.role == *row[1] && other.relation == *row[2] && other.computed == computed;
    });
    RoleElsewhere& group = same == found.end()
                               ? found.emplace_back(RoleElsewhere{*row[1], *row[2], computed, {}})
                               : *same;
    group.columns.push_back(in_quotes(source.columns[column].name));
    has_some[column] = true;
  }
}

std::vector<RoleElsewhere> roles_elsewhere(const Source& source,
                                           const std::vector<AssignedRole>& roles) {
  std::vector<RoleElsewhere> found;
  std::vector<bool> has_some(roles.size());
  add_roles(source, roles, false, has_some, found);
  // Generated columns of a table have their roles from its columns.
  if (source.kind == RELKIND_VIEW || source.kind == RELKIND_MATVIEW)
    add_roles(source, roles, true, has_some, found);
  return found;
}

}  // namespace

void warn_of_roles_elsewhere(const Source& source, const std::vector<AssignedRole>& roles) {
  for (const RoleElsewhere& declared : roles_elsewhere(source, roles)) {
    const bool one = declared.columns.size() == 1;
    report(WARNING,
           (one ? "column " : "columns ") + join(declared.columns) + (one ? " is " : " are ") +
               (declared.computed ? "computed from what is " : "") + "declared as " +
               declared.role + " in " + in_quotes(declared.relation) + " and will be published",
           "Roles that are declared for one relation do not count for another.",
           "Declare the roles of " + in_quotes(source.name) +
               " with declare_roles(), or give them in the call.");
  }
}

}  // namespace microdata::postgres
