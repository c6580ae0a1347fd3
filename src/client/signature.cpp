#include "client/signature.hpp"

#include "client/failure.hpp"

namespace microdata::client {

namespace {

constexpr const char* installed_extension = R"(
  SELECT e.extversion, current_database()
  FROM (SELECT) one LEFT JOIN pg_extension e ON e.extname = 'pg_microdata')";

// Query with one row for each input argument, or one without a name if there are none.
constexpr const char* arguments_of_function = R"(
  SELECT p.oid, format('%I.%I', n.nspname, p.proname), p.proretset,
         p.prorettype::regtype::text LIKE '%privacy_model', a.name, quote_ident(a.name),
         format_type(a.type, NULL),
         CASE WHEN a.type = 'bool'::regtype THEN 'flag'
              WHEN format_type(a.type, NULL) LIKE '%privacy_model[]' THEN 'models'
              WHEN t.typcategory = 'A' OR t.typname = 'text_list' THEN 'list'
              ELSE 'scalar' END,
         a.place <= p.pronargs - p.pronargdefaults,
         pg_get_function_arg_default(p.oid, a.place::integer)
  FROM pg_extension e
  JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
                  AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
  JOIN pg_proc p ON p.oid = d.objid
  JOIN pg_namespace n ON n.oid = p.pronamespace
  LEFT JOIN LATERAL ROWS FROM (unnest(p.proargtypes::oid[]), unnest(p.proargnames[1:p.pronargs]))
    WITH ORDINALITY a (type, name, place) ON true
  LEFT JOIN pg_type t ON t.oid = a.type
  WHERE e.extname = 'pg_microdata' AND p.proname = $1
  ORDER BY p.oid, a.place)";

enum Column {
  oid,
  call,
  returns_rows,
  returns_model,
  name,
  quoted,
  type,
  kind,
  required,
  fallback
};

ArgumentKind kind_of(std::string_view kind) {
  if (kind == "flag") return ArgumentKind::flag;
  if (kind == "models") return ArgumentKind::models;
  if (kind == "list") return ArgumentKind::list;
  return ArgumentKind::scalar;
}

Argument argument_of(const Rows& rows, int row) {
  return {std::string(rows.at(row, Column::name)), std::string(rows.at(row, Column::quoted)),
          std::string(rows.at(row, Column::type)), kind_of(rows.at(row, Column::kind)),
          rows.is_true(row, Column::required),     std::string(rows.at(row, Column::fallback))};
}

[[noreturn]] void raise_unknown(Session& session, const std::string& function) {
  const Rows installed = catalog_query(session, installed_extension, {});
  const std::string database(installed.at(0, 1));
  if (installed.is_null(0, 0))
    throw Failure(ExitCode::server,
                  "the extension pg_microdata is not installed in database \"" + database + "\"",
                  "A superuser installs it with CREATE EXTENSION pg_microdata.");
  throw Failure(ExitCode::server,
                "pg_microdata " + std::string(installed.at(0, 0)) + " in database \"" + database +
                    "\" has no function " + function,
                "ALTER EXTENSION pg_microdata UPDATE may bring it.");
}

}  // namespace

Rows catalog_query(Session& session, const std::string& sql, const Parameters& parameters) {
  session.query("BEGIN READ ONLY");
  session.query("SET LOCAL search_path = pg_catalog, pg_temp");
  Rows rows = session.query(sql, parameters);
  session.query("COMMIT");
  return rows;
}

Signature function_signature(Session& session, const std::string& function) {
  const auto signature = find_function(session, function);
  if (!signature) raise_unknown(session, function);
  return *signature;
}

std::optional<Signature> find_function(Session& session, const std::string& function) {
  const Rows rows = catalog_query(session, arguments_of_function, {function});
  if (rows.size() == 0) return std::nullopt;
  Signature signature{std::string(rows.at(0, Column::call)),
                      rows.is_true(0, Column::returns_rows),
                      rows.is_true(0, Column::returns_model),
                      {}};
  for (int row = 0; row < rows.size(); ++row) {
    if (rows.at(row, Column::oid) != rows.at(0, Column::oid))
      throw Failure(ExitCode::server,
                    "pg_microdata has several functions " + function + " in this database");
    if (!rows.is_null(row, Column::name)) signature.arguments.push_back(argument_of(rows, row));
  }
  return signature;
}

}  // namespace microdata::client
