#include "postgres/server/api.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/source.hpp"

// The SQL functions microdata.sees_all_of_release, sees_all_of_entry, may_see_ledger and
// may_see_series. They read caches and run no query, because views call them for every row of the
// catalog. The function visible_release looks up one release.

namespace microdata::postgres {

namespace {

// Returns the owner; nothing if the relation is gone, or none is given.
std::optional<Oid> owner_if_there(std::optional<Oid> relation) {
  if (!relation) return std::nullopt;
  const Oid owner = guarded([&] {
    const HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(*relation));
    if (!HeapTupleIsValid(tuple)) return InvalidOid;
    const Oid found = reinterpret_cast<Form_pg_class>(GETSTRUCT(tuple))->relowner;
    ReleaseSysCache(tuple);
    return found;
  });
  return OidIsValid(owner) ? std::optional(owner) : std::nullopt;
}

bool is_member(Oid role) {
  return guarded([&] { return is_member_of_role(GetUserId(), role); });
}

std::optional<Oid> given_source(const Arguments& arguments) {
  return arguments.is_null("source") ? std::nullopt : std::optional(arguments.relation("source"));
}

std::optional<bool> sees_all(const std::vector<Oid>& relations, std::optional<Oid> source) {
  if (relations.empty()) return std::nullopt;
  const std::optional<Oid> owner = owner_if_there(relations.front());
  if (!owner) return std::nullopt;
  if (is_member(*owner)) return true;
  const std::optional<Oid> owner_of_source = owner_if_there(source);
  if (owner_of_source && is_member(*owner_of_source)) return true;
  const bool reads = std::any_of(relations.begin(), relations.end(), [](Oid relation) {
    return owner_if_there(relation) && may_read_some(relation);
  });
  return reads ? std::optional(false) : std::nullopt;
}

Datum sees_all_of_release(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const std::optional<bool> answer =
      sees_all(arguments.relations("relations"), given_source(arguments));
  fcinfo->isnull = !answer;
  return BoolGetDatum(answer.value_or(false));
}

std::vector<Oid> to_oids(const std::string& numbers) {
  std::vector<Oid> oids;
  std::istringstream stream(numbers);
  for (std::string number; std::getline(stream, number, ',');)
    oids.push_back(static_cast<Oid>(std::stoul(number)));
  return oids;
}

// Returns true, false or nothing, as sees_all_of_release() does, for the recorded release.
std::optional<bool> sees_all_of(const std::string& release) {
  const std::vector<ResultRow> rows = [&] {
    const CatalogScope scope;
    return query(
        "SELECT pg_catalog.array_to_string(r.relations::pg_catalog.oid[], ','), "
        "r.source::pg_catalog.oid FROM microdata.release_record r "
        "WHERE r.release_id = $1::pg_catalog.int8",
        {release});
  }();
  if (rows.empty()) return std::nullopt;
  const ResultRow& row = rows.front();
  return sees_all(to_oids(row[0].value_or("")),
                  row[1] ? std::optional(to_oids(*row[1]).front()) : std::nullopt);
}

// Returns a release, with the columns of microdata.releases.
Datum visible_release(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  if (arguments.is_null("release_id")) return 0;
  const SpiSession spi;
  const SafeSearchPath path;
  const std::string release = std::to_string(arguments.bigint("release_id"));
  const std::optional<bool> all = sees_all_of(release);
  if (!all) return 0;
  const CatalogScope scope;
  for (const ResultRow& row :
       query("SELECT r.release_id, r.method, CASE WHEN $2::pg_catalog.bool THEN (SELECT s.oid "
             "FROM pg_catalog.pg_class s WHERE s.oid = COALESCE(r.source::pg_catalog.oid, "
             "(SELECT t.source FROM microdata.temporary_source_record t "
             "WHERE t.release_id = r.release_id)::pg_catalog.oid) "
             "AND (r.source IS NOT NULL OR s.relpersistence = 't')) END, "
             "r.relations::pg_catalog.oid[], CASE WHEN $2::pg_catalog.bool THEN r.parameters "
             "ELSE microdata.public_parameters(r.parameters) END, r.created_at, "
             "CASE WHEN $2::pg_catalog.bool THEN r.created_by END, "
             "CASE WHEN $2::pg_catalog.bool THEN r.source_rows END, r.published_rows, "
             "r.suppressed_rows, r.buckets "
             "FROM microdata.release_record r WHERE r.release_id = $1::pg_catalog.int8",
             {release, *all ? "t" : "f"})) {
    result.add(row);
  }
  return 0;
}

// True if the caller has the privileges of the source's owner. The last owner of a dropped source
// is known by name; if that role is gone too, superusers see the entry.
bool saw_source(const Arguments& arguments) {
  std::optional<Oid> owner = owner_if_there(given_source(arguments));
  if (!owner && !arguments.is_null("source_owner")) {
    const std::string name = arguments.name("source_owner");
    const Oid named = guarded([&] { return get_role_oid(name.c_str(), true); });
    if (OidIsValid(named)) owner = named;
  }
  return owner ? is_member(*owner) : guarded([] { return superuser(); });
}

Datum may_see_ledger(FunctionCallInfo fcinfo) {
  return BoolGetDatum(saw_source(Arguments(fcinfo)));
}

Datum sees_all_of_entry(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  if (saw_source(arguments)) return BoolGetDatum(true);
  const std::vector<Oid> about = arguments.relations("about");
  fcinfo->isnull = std::none_of(about.begin(), about.end(), [](Oid relation) {
    const std::optional<Oid> owner = owner_if_there(relation);
    return owner && is_member(*owner);
  });
  return BoolGetDatum(false);
}

// True if the caller has the privileges of the owner. Members of the owner's role without its
// privileges see nothing, because the series' key belongs to the owner.
Datum sees_series(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  std::optional<Oid> owner = owner_if_there(given_source(arguments));
  if (!owner && !arguments.is_null("source_owner"))
    owner = DatumGetObjectId(arguments.datum("source_owner"));
  fcinfo->isnull = !owner;
  return BoolGetDatum(owner && guarded([&] { return has_privs_of_role(GetUserId(), *owner); }));
}

// True if the caller may see a series as of 1.0.0, which has a view that the owner of its source
// owns. If the view is gone too, superusers see the series.
Datum may_see_held_series(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  std::optional<Oid> owner = owner_if_there(given_source(arguments));
  if (!owner && !arguments.is_null("holder")) owner = owner_if_there(arguments.relation("holder"));
  return BoolGetDatum(owner ? guarded([&] { return has_privs_of_role(GetUserId(), *owner); })
                            : guarded([] { return superuser(); }));
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_sees_all_of_release, microdata::postgres::sees_all_of_release)
MICRODATA_FUNCTION(pg_microdata_visible_release, microdata::postgres::visible_release)
MICRODATA_FUNCTION(pg_microdata_sees_all_of_entry, microdata::postgres::sees_all_of_entry)
MICRODATA_FUNCTION(pg_microdata_may_see_ledger, microdata::postgres::may_see_ledger)
MICRODATA_FUNCTION(pg_microdata_may_see_series, microdata::postgres::sees_series)
MICRODATA_FUNCTION(pg_microdata_may_see_held_series, microdata::postgres::may_see_held_series)
