#include "postgres/functions/attack_figures.hpp"

#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "core/risk/share_interval.hpp"
#include "core/utility/group_sums.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::optional<std::string> share_of(const AttackOutcome& outcome) {
  return share_text(outcome.successes, outcome.attacks);
}

}  // namespace

std::string figure_text(double number) {
  return microdata::to_string(without_noise(number));
}

std::optional<std::string> share_text(std::size_t part, std::size_t whole) {
  if (whole == 0) return std::nullopt;
  return figure_text(static_cast<double>(part) / static_cast<double>(whole));
}

std::string label_of_harmless(const std::string& attribute) {
  const std::string after = " (harmless values)";
  const auto most = static_cast<int>(NAMEDATALEN - 1 - after.size());
  const int length = guarded(
      [&] { return pg_mbcliplen(attribute.data(), static_cast<int>(attribute.size()), most); });
  return attribute.substr(0, static_cast<std::size_t>(length)) + after;
}

GivenAttack given_attack(const Arguments& arguments, const char* why, bool of_rows) {
  const std::size_t attacks = given_between(arguments, "attacks", 1, 1'000'000);
  GivenRelease given = given_release(arguments, Counterfeits::refused);
  if (of_rows) (void)require(given.operations.released_table, given.relation);
  require_source(given.release, given.name, why);
  return {attacks, std::move(given)};
}

namespace {

ResultRow columns_of_attack(const AttackFigures& figures) {
  ResultRow row{std::to_string(figures.attack.attacks), share_of(figures.attack)};
  if (figures.attack.attacks > 0) {
    const ShareInterval interval =
        wilson_interval(figures.attack.successes, figures.attack.attacks);
    row.insert(row.end(), {figure_text(interval.low), figure_text(interval.high)});
  } else {
    row.insert(row.end(), 2, std::nullopt);
  }
  row.push_back(share_of(figures.naive));
  return row;
}

}  // namespace

ResultRow columns_of_control(const AttackOutcome& attack,
                             const std::optional<AttackOutcome>& control) {
  if (!control) return ResultRow(4);
  if (attack.attacks == 0) return {std::nullopt, figure_text(0), figure_text(0), figure_text(0)};
  const AttackRisk risk = attack_risk(attack, *control);
  return {share_of(*control), figure_text(risk.risk), figure_text(risk.interval.low),
          figure_text(risk.interval.high)};
}

ResultRow columns_of(const AttackFigures& figures, const std::optional<ResultRow>& control) {
  ResultRow row = columns_of_attack(figures);
  const ResultRow of_control =
      control ? *control : columns_of_control(figures.attack, figures.control);
  row.insert(row.end(), of_control.begin(), of_control.end());
  return row;
}

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
