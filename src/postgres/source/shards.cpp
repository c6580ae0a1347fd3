#include "postgres/source/shards.hpp"

#include <string>

#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/distribution.hpp"

namespace microdata::postgres {

namespace {

std::size_t shards_of_table(const std::string& name) {
  return std::stoul(*query_rows("SELECT pg_catalog.count(*) FROM pg_catalog.pg_dist_shard WHERE "
                                "logicalrelid OPERATOR(pg_catalog.=) " +
                                quote_value(name) + "::pg_catalog.regclass")
                         .front()
                         .front());
}

// As Citus plans to read it: by tasks alone, one for each shard.
std::size_t tasks_of_view(const std::string& name) {
  const std::string plan =
      *query_rows("EXPLAIN (FORMAT JSON, COSTS OFF) SELECT * FROM " + name).front().front();
  const ResultRow row =
      query(
          "SELECT p.plan -> 'Distributed Query' -> 'Job' ->> 'Task Count' FROM (SELECT "
          "$1::pg_catalog.jsonb -> 0 -> 'Plan') p (plan) WHERE p.plan ->> 'Custom Plan Provider' "
          "OPERATOR(pg_catalog.=) 'Citus Adaptive' AND p.plan -> 'Distributed Query' -> "
          "'Subplans' IS NULL UNION ALL SELECT NULL",
          {plan})
          .front();
  const std::size_t tasks = row[0] ? std::stoul(*row[0]) : 0;
  // One may be of a table that every server has, or of rows that are put together.
  return tasks > 1 ? tasks : 0;
}

}  // namespace

std::size_t shards_of(Oid relation) {
  if (distribution_of(relation) == Distribution::hashed)
    return shards_of_table(qualified_name(relation));
  const bool is_view = guarded([&] { return get_rel_relkind(relation); }) == RELKIND_VIEW;
  return is_view && knows_distributed_tables() ? tasks_of_view(qualified_name(relation)) : 0;
}

}  // namespace microdata::postgres
