#include "postgres/functions/control.hpp"

#include "core/microdata/microdata.hpp"
#include "postgres/functions/attack_figures.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/text.hpp"
#include "postgres/server/writable.hpp"

namespace microdata::postgres {

std::optional<Oid> given_outsiders(const Arguments& arguments) {
  if (arguments.is_null("outsiders")) return std::nullopt;
  if (!arguments.is_null("control")) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "control cannot be combined with outsiders")
        .hint("Either a part of the source is kept out, or a table of others is given.");
  }
  return arguments.relation("outsiders");
}

std::vector<ResultRow> audit_control(const char* audit, std::span<const Oid> relations,
                                     const Arguments& arguments, Json again,
                                     const std::string& columns) {
  require_writable((std::string(audit) + "() with a control").c_str());
  const std::optional<std::int64_t> seed = given_seed(arguments);
  if (seed) again.add("seed", *seed);
  std::string released;
  for (const Oid relation : relations)
    released += (released.empty() ? "{" : ",") + std::to_string(relation);
  const std::string statement =
      "SELECT r.* FROM microdata.audit_control($1, $2::pg_catalog.regclass[], "
      "$3::pg_catalog.float8, $4::pg_catalog.jsonb, $5::pg_catalog.int8) f, "
      "pg_catalog.jsonb_to_recordset(f) r (" +
      columns + ")";
  return query(statement.c_str(),
               {audit, released + "}", microdata::to_string(arguments.number("control")),
                again.str(), seed ? Parameter(std::to_string(*seed)) : std::nullopt});
}

ControlBy audit_control_by(const char* column, const char* audit, std::span<const Oid> relations,
                           const Arguments& arguments, const Json& again,
                           const std::string& columns) {
  ControlBy result;
  if (arguments.is_null("control")) return result;
  for (const ResultRow& row : audit_control(audit, relations, arguments, again,
                                            std::string(column) + " pg_catalog.text, " + columns))
    result[*row.front()] = {row.begin() + 1, row.end()};
  return result;
}

ResultRow control_of(const ControlBy& controls, const std::string& text,
                     const AttackOutcome& attack, const std::optional<AttackOutcome>& control) {
  const auto found = controls.find(text);
  return found == controls.end() ? columns_of_control(attack, control) : found->second;
}

}  // namespace microdata::postgres
