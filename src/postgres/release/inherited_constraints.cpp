#include "postgres/release/inherited_constraints.hpp"

#include <vector>

#include "postgres/server/attempt.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/owner_scope.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

struct Constraint {
  std::string description;
  std::string definition;
};

// The server takes what a partition inherits for valid, so it is added once more, under another
// name, for which rows are looked at. A primary key has its columns not null. That columns are not
// null comes first: PostgreSQL 17's planner relies on it when it looks for rows without a
// referenced one.
std::vector<Constraint> constraints_of(Oid partition) {
  std::vector<Constraint> constraints;
  for (const ResultRow& row :
       query("SELECT c.description, c.definition FROM (SELECT 1, a.attnum::pg_catalog.text, "
             "pg_catalog.concat('not null of column ', pg_catalog.quote_ident(a.attname)), "
             "pg_catalog.format("
             "'CHECK (pg_catalog.num_nulls(%I) OPERATOR(pg_catalog.=) 0)', a.attname) "
             "FROM pg_catalog.pg_attribute a WHERE a.attrelid = $1::pg_catalog.oid "
             "AND a.attnum > 0 AND a.attnotnull AND NOT a.attisdropped "
             "UNION ALL SELECT 2, k.conname::pg_catalog.text, "
             "pg_catalog.concat('constraint ', pg_catalog.quote_ident(k.conname)), "
             "pg_catalog.pg_get_constraintdef(k.oid) "
             "FROM pg_catalog.pg_constraint k WHERE k.conrelid = $1::pg_catalog.oid "
             "AND k.contype IN ('c', 'f') AND k.convalidated) c (kind, name, description, "
             "definition) "
             "ORDER BY c.kind, c.name",
             {std::to_string(partition)})) {
    constraints.push_back({*row[0], *row[1]});
  }
  return constraints;
}

// A name that no constraint of the table has.
std::string free_name(Oid partition) {
  return *query(
      "SELECT n.name FROM (SELECT 'checked_' || i FROM pg_catalog.generate_series(1, 10000) i) "
      "n (name) WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_constraint k "
      "WHERE k.conrelid = $1::pg_catalog.oid AND k.conname = n.name) LIMIT 1",
      {std::to_string(partition)})[0][0];
}

bool has_index(Oid partition) {
  return !query("SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = $1::pg_catalog.oid",
                {std::to_string(partition)})
              .empty();
}

std::optional<std::string> catch_up(Oid partition) {
  const std::string table = qualified_name(partition);
  const std::vector<Constraint> constraints = constraints_of(partition);
  const OwnerScope owner(partition);
  if (!constraints.empty()) {
    const std::string name = quote_name(free_name(partition));
    const std::string change = "ALTER TABLE " + table;
    for (const Constraint& constraint : constraints) {
      if (attempt(join({change, " ADD CONSTRAINT ", name, " ", constraint.definition, "; ", change,
                        " DROP CONSTRAINT ", name},
                       ""))) {
        return "Rows that would be published do not meet " + constraint.description + ".";
      }
    }
  }
  if (!has_index(partition)) return std::nullopt;
  const auto reason = attempt("REINDEX TABLE " + table);
  return reason ? std::optional("With the rows that would be published: " + *reason + ".")
                : std::nullopt;
}

}  // namespace

std::optional<std::string> catch_up_with_parents(const Partition& partition) {
  if (partition.divided.empty()) return catch_up(partition.relation);
  for (const Partition& below : partition.divided.front().partitions) {
    if (auto reason = catch_up_with_parents(below)) return reason;
  }
  return std::nullopt;
}

}  // namespace microdata::postgres
