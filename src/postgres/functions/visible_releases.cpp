#include "postgres/server/api.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/readable.hpp"

// microdata.sees_all_of_release: views ask it about every row of the catalog, so it reads caches.

namespace microdata::postgres {

namespace {

bool exists(Oid relation) {
  return guarded([&] { return SearchSysCacheExists1(RELOID, ObjectIdGetDatum(relation)); });
}

// True where the caller is a member of the role that owns the relation.
bool is_of_own_role(Oid relation) {
  return guarded([&] {
    const HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
    if (!HeapTupleIsValid(tuple)) return false;
    const Oid owner = reinterpret_cast<Form_pg_class>(GETSTRUCT(tuple))->relowner;
    ReleaseSysCache(tuple);
    return is_member_of_role(GetUserId(), owner);
  });
}

std::optional<bool> sees_all(const std::vector<Oid>& relations, std::optional<Oid> source) {
  if (relations.empty() || !exists(relations.front())) return std::nullopt;
  if (is_of_own_role(relations.front()) || (source && is_of_own_role(*source))) return true;
  const bool reads = std::any_of(relations.begin(), relations.end(), [](Oid relation) {
    return exists(relation) && may_read_some(relation);
  });
  return reads ? std::optional(false) : std::nullopt;
}

Datum sees_all_of_release(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const std::optional<bool> answer = sees_all(
      arguments.relations("relations"),
      arguments.is_null("source") ? std::nullopt : std::optional(arguments.relation("source")));
  fcinfo->isnull = !answer;
  return BoolGetDatum(answer.value_or(false));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_sees_all_of_release, microdata::postgres::sees_all_of_release)
