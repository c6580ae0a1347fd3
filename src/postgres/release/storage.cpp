#include "postgres/release/storage.hpp"

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/distribution.hpp"

namespace microdata::postgres {

namespace {

const char* access_method(Oid table) {
  return guarded([&]() -> const char* {
    const Relation relation = table_open(table, NoLock);
    const Oid access = relation->rd_rel->relam;
    table_close(relation, NoLock);
    return access == HEAP_TABLE_AM_OID ? nullptr : get_am_name(access);
  });
}

}  // namespace

std::optional<std::string> kept_elsewhere(Oid table) {
  if (const char* method = access_method(table)) {
    return "It is of the access method " + in_quotes(method) + ", not heap.";
  }
  if (distribution_of(table) != Distribution::local) {
    return "It is a distributed table: its rows are in shards, which would keep them as they are.";
  }
  return std::nullopt;
}

}  // namespace microdata::postgres
