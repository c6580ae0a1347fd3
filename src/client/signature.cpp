#include "client/signature.hpp"

#include <algorithm>
#include <utility>

#include "client/arguments.hpp"
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

enum Field { oid, call, rows_of, model, name, quoted, type, kind, required, fallback };

ArgumentKind kind_of(std::string_view kind) {
  if (kind == "flag") return ArgumentKind::flag;
  if (kind == "models") return ArgumentKind::models;
  if (kind == "list") return ArgumentKind::list;
  return ArgumentKind::scalar;
}

Argument argument_of(const Rows& rows, int row) {
  return {std::string(rows.at(row, Field::name)), std::string(rows.at(row, Field::quoted)),
          std::string(rows.at(row, Field::type)), kind_of(rows.at(row, Field::kind)),
          rows.is_true(row, Field::required),     std::string(rows.at(row, Field::fallback))};
}

// Returns rows of the catalog. The search path has only pg_catalog, so that operators are those of
// the server.
Rows catalog_query(Session& session, const std::string& sql, const Parameters& parameters) {
  session.query("BEGIN READ ONLY");
  session.query("SET LOCAL search_path = pg_catalog, pg_temp");
  Rows rows = session.query(sql, parameters);
  session.query("COMMIT");
  return rows;
}

// Returns the version of the extension and the name of the database.
Rows installed_version(Session& session) {
  Rows installed = catalog_query(session, installed_extension, {});
  if (installed.is_null(0, 0))
    throw Failure(ExitCode::server,
                  "the extension pg_microdata is not installed in database \"" +
                      std::string(installed.at(0, 1)) + "\"",
                  "A superuser installs it with CREATE EXTENSION pg_microdata.");
  return installed;
}

[[noreturn]] void raise_unknown(Session& session, const std::string& function) {
  const Rows installed = installed_version(session);
  throw Failure(ExitCode::server,
                "pg_microdata " + std::string(installed.at(0, 0)) + " in database \"" +
                    std::string(installed.at(0, 1)) + "\" has no function " + function,
                "ALTER EXTENSION pg_microdata UPDATE may bring it.");
}

Signature model_signature(Session& session, const std::string& model) {
  const auto signature = find_function(session, model);
  if (!signature || !signature->returns_model)
    throw Failure(ExitCode::usage, "there is no privacy model " + model);
  return *signature;
}

const Argument& argument_called(const Signature& signature, const std::string& model,
                                const ModelText::Argument& given, std::size_t place) {
  const auto& arguments = signature.arguments;
  if (given.name.empty() && place < arguments.size()) return arguments[place];
  const auto found = std::find_if(arguments.begin(), arguments.end(),
                                  [&](const Argument& each) { return each.name == given.name; });
  if (given.name.empty() || found == arguments.end())
    throw Failure(ExitCode::usage, "the model " + model + " has no parameter for \"" +
                                       (given.name.empty() ? given.value : given.name) + "\"");
  return *found;
}

}  // namespace

void require_extension(Session& session) {
  (void)installed_version(session);
}

Signature function_signature(Session& session, const std::string& function) {
  const auto signature = find_function(session, function);
  if (!signature) raise_unknown(session, function);
  return *signature;
}

std::optional<Signature> find_function(Session& session, const std::string& function) {
  const Rows rows = catalog_query(session, arguments_of_function, {function});
  if (rows.size() == 0) return std::nullopt;
  Signature signature{std::string(rows.at(0, Field::call)),
                      rows.is_true(0, Field::rows_of),
                      rows.is_true(0, Field::model),
                      {}};
  for (int row = 0; row < rows.size(); ++row) {
    if (rows.at(row, Field::oid) != rows.at(0, Field::oid))
      throw Failure(ExitCode::server,
                    "pg_microdata has several functions " + function + " in this database");
    if (!rows.is_null(row, Field::name)) signature.arguments.push_back(argument_of(rows, row));
  }
  return signature;
}

void Call::begin(const std::string& quoted_name) {
  if (!sql_.ends_with("(")) sql_ += ", ";
  sql_ += quoted_name + " => ";
}

std::string Call::parameter(std::optional<std::string> value, const std::string& type) {
  parameters_.push_back(std::move(value));
  return "CAST($" + std::to_string(parameters_.size()) + " AS " + type + ")";
}

void Call::add_text(const Argument& argument, std::optional<std::string> value) {
  begin(argument.quoted);
  sql_ += parameter(std::move(value), argument.type);
}

void Call::add_default(const Argument& argument) {
  begin(argument.quoted);
  sql_ += "CAST(" + argument.fallback + " AS " + argument.type + ")";
}

void Call::add(Session& session, const Argument& argument, const std::vector<std::string>& values) {
  const bool is_null = values.size() == 1 && !scalar_argument(values.front());
  if (is_null) return add_text(argument, std::nullopt);
  if (argument.kind == ArgumentKind::list) return add_text(argument, list_argument(values));
  if (argument.kind != ArgumentKind::models) return add_text(argument, values.back());
  begin(argument.quoted);
  sql_ += models(session, values);
}

std::string Call::models(Session& session, const std::vector<std::string>& values) {
  std::string array = "ARRAY[";
  for (const ModelText& model : models_argument(values)) {
    const Signature signature = model_signature(session, model.name);
    if (!array.ends_with("[")) array += ", ";
    array += signature.call + "(";
    for (std::size_t place = 0; place < model.arguments.size(); ++place) {
      const ModelText::Argument& given = model.arguments[place];
      const Argument& argument = argument_called(signature, model.name, given, place);
      if (place > 0) array += ", ";
      array += argument.quoted + " => " + parameter(scalar_argument(given.value), argument.type);
    }
    array += ")";
  }
  return array + "]";
}

}  // namespace microdata::client
