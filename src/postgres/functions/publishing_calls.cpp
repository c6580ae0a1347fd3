#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/catalog/declared_roles.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/view_code.hpp"

// The SQL functions microdata.publishing_call, microdata.publishing_function, microdata.source_of
// and microdata.stand_in. Functions in PL/pgSQL read users' relations as query_rows() does by
// microdata.value_of, microdata.insert_rows and microdata.kept_name, with names of
// qualified_name(). The program reads them itself by microdata.readable_name.

namespace microdata::postgres {

namespace {

void publishing_call(const Arguments& arguments, ResultSet& result) {
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::as_published);
  require_source(release, name, "It is the source that would be published again.");
  // This fails if row security hides rows, as publishing would.
  (void)open_source(*release.source);
  result.add({release.method, std::to_string(*release.source),
              arguments_of_release(release, method_of(release).call).str()});
}

Datum publishing_function(FunctionCallInfo fcinfo) {
  const std::string name = method_named(Arguments(fcinfo).text("method")).call.function;
  return guarded([&] { return CStringGetTextDatum(name.c_str()); });
}

Datum source_of(const Arguments& arguments) {
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::as_published);
  require_source(release, name, "A report without --private needs no source.");
  // This fails if row security hides rows.
  (void)open_source(*release.source);
  return ObjectIdGetDatum(*release.source);
}

Datum stand_in_for(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  stand_in(arguments.relation("copy"), arguments.relation("source"));
  return 0;
}

}  // namespace

namespace {

// Returns the caller's statement within one of the extension's, in which a command that returns no
// rows is a syntax error. The statement has no more privileges than the caller.
std::string rows_of(const std::string& statement) {
  return "SELECT s.* FROM (" + statement + "\n) s";
}

Datum value_of(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const std::string statement = arguments.text("statement");
  std::vector<ResultRow> rows;
  {
    const SpiSession spi;
    const SafeSearchPath path;
    rows = query_rows(rows_of(statement) + " LIMIT 1", Author::caller);
  }
  if (rows.empty() || rows.front().empty() || !rows.front().front()) {
    fcinfo->isnull = true;
    return 0;
  }
  const std::string& value = *rows.front().front();
  return guarded([&] {
    return PointerGetDatum(cstring_to_text_with_len(value.data(), static_cast<int>(value.size())));
  });
}

Datum insert_into(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const std::string target = qualified_name(arguments.relation("target"));
  const std::string statement = arguments.text("statement");
  const SpiSession spi;
  const SafeSearchPath path;
  return Int64GetDatum(insert_rows(target, rows_of(statement), Author::caller));
}

// Returns the name for a statement of a function in PL/pgSQL; locks the relation if the caller may
// read it.
Datum kept_name(FunctionCallInfo fcinfo) {
  const Oid relation = Arguments(fcinfo).relation("relation");
  if (may_read_some(relation)) guarded([&] { LockRelationOid(relation, AccessShareLock); });
  const std::string name = qualified_name(relation);
  return guarded([&] { return CStringGetTextDatum(name.c_str()); });
}

// True if a role without the caller's privileges owns the relation and the caller has the
// privileges of that role.
bool is_of_weaker_role(Oid relation) {
  const Oid owner = owner_of(relation);
  const Oid caller = GetUserId();
  return has_privileges_of(caller, owner) && !has_privileges_of(owner, caller);
}

// Returns the name of a relation for the caller's own statements: it means that relation, with the
// present columns, to the end of the transaction. Fails if reading would run code of the relation's
// owner with the privileges of a caller who has more of them. Other callers run what a view calls,
// as in every SELECT of it.
Datum readable_name(FunctionCallInfo fcinfo) {
  const Oid relation = Arguments(fcinfo).relation("relation");
  const SpiSession spi;
  const SafeSearchPath path;
  if (may_read_some(relation)) guarded([&] { LockRelationOid(relation, AccessShareLock); });
  const std::string name = qualified_name(relation);
  guarded([&] {
    const Oid schema = get_rel_namespace(relation);
    if (!compat::may_look_into_schema(schema, GetUserId()))
      aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_SCHEMA, get_namespace_name(schema));
  });
  require_may_read(relation);
  if (is_of_weaker_role(relation))
    require_no_code_of_others(relation, "relation " + in_quotes(relation_name(relation)),
                              Tables::kept);
  return guarded([&] { return CStringGetTextDatum(name.c_str()); });
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_publishing_call, microdata::postgres::publishing_call)
MICRODATA_FUNCTION(pg_microdata_publishing_function, microdata::postgres::publishing_function)
MICRODATA_FUNCTION(pg_microdata_source_of, microdata::postgres::source_of)
MICRODATA_FUNCTION(pg_microdata_stand_in, microdata::postgres::stand_in_for)

MICRODATA_FUNCTION(pg_microdata_value_of, microdata::postgres::value_of)
MICRODATA_FUNCTION(pg_microdata_insert_rows, microdata::postgres::insert_into)
MICRODATA_FUNCTION(pg_microdata_kept_name, microdata::postgres::kept_name)
MICRODATA_FUNCTION(pg_microdata_readable_name, microdata::postgres::readable_name)
