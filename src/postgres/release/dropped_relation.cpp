#include "postgres/release/dropped_relation.hpp"

#include <string>

#include "postgres/release/dependants.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/owner_scope.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

const char* statement_for(char kind) {
  switch (kind) {
    case RELKIND_VIEW:
      return "DROP VIEW ";
    case RELKIND_MATVIEW:
      return "DROP MATERIALIZED VIEW ";
    case RELKIND_FOREIGN_TABLE:
      return "DROP FOREIGN TABLE ";
    default:
      return "DROP TABLE ";
  }
}

bool subscribers_are_told_of_truncate(Oid relation) {
  return guarded([&] {
    if (!XLogLogicalInfoActive()) return false;
    ::Relation opened = relation_open(relation, AccessExclusiveLock);
    const bool told = compat::publishes_truncate(opened);
    relation_close(opened, NoLock);
    return told;
  });
}

void empty_for_subscribers(Oid relation) {
  if (!subscribers_are_told_of_truncate(relation)) return;
  const OwnerScope owner(relation);
  execute("TRUNCATE TABLE " + qualified_name(relation));
}

}  // namespace

bool subscribers_have_one_table(Oid partitioned) {
  if (!guarded([] { return XLogLogicalInfoActive(); })) return false;
  return !query(
              "SELECT FROM pg_catalog.pg_publication p CROSS JOIN LATERAL "
              "pg_catalog.pg_get_publication_tables(p.pubname::pg_catalog.text) t "
              "WHERE p.pubviaroot AND t.relid = $1::pg_catalog.oid LIMIT 1",
              {std::to_string(partitioned)})
              .empty();
}

void drop_relation(Oid relation) {
  const char kind = guarded([&] { return get_rel_relkind(relation); });
  try {
    empty_for_subscribers(relation);
    execute(statement_for(kind) + qualified_name(relation));
  } catch (const PostgresError& error) {
    throw_without_cascade(error);
  }
}

}  // namespace microdata::postgres
