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
  std::vector<std::string> columns;
};

std::vector<RoleElsewhere> roles_elsewhere(const Source& source,
                                           const std::vector<AssignedRole>& roles) {
  std::vector<RoleElsewhere> found;
  for (const ResultRow& row : query_families(source, roles_of_columns)) {
    const std::size_t column = std::stoul(*row[0]);
    if (roles[column].chosen || roles[column].role == Role::identifier) continue;
    if (roles[column].protected_by_rule && *row[1] == role_name(Role::sensitive)) continue;
    const auto same = std::find_if(found.begin(), found.end(), [&](const RoleElsewhere& other) {
      return other.role == *row[1] && other.relation == *row[2];
    });
    RoleElsewhere& group =
        same == found.end() ? found.emplace_back(RoleElsewhere{*row[1], *row[2], {}}) : *same;
    group.columns.push_back(in_quotes(source.columns[column].name));
  }
  return found;
}

}  // namespace

void warn_of_roles_elsewhere(const Source& source, const std::vector<AssignedRole>& roles) {
  for (const RoleElsewhere& declared : roles_elsewhere(source, roles)) {
    const bool one = declared.columns.size() == 1;
    report(WARNING,
           (one ? "column " : "columns ") + join(declared.columns) +
               (one ? " is declared as " : " are declared as ") + declared.role + " in " +
               in_quotes(declared.relation) + " and will be published",
           "Roles that are declared for one relation do not count for another.",
           "Declare the roles of " + in_quotes(source.name) +
               " with declare_roles(), or give them in the call.");
  }
}

}  // namespace microdata::postgres
