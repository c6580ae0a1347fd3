#include "postgres/functions/attack_figures.hpp"

#include <string>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "core/risk/share_interval.hpp"
#include "postgres/server/error.hpp"
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

std::size_t given_attacks(const Arguments& arguments) {
  constexpr std::int32_t most = 1'000'000;
  const std::int32_t attacks = arguments.integer("attacks");
  if (attacks < 1 || attacks > most) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "attacks must be between 1 and " +
                                                     std::to_string(most) + ", not " +
                                                     std::to_string(attacks));
  }
  return static_cast<std::size_t>(attacks);
}

GivenAttack given_attack(const Arguments& arguments, const char* why, bool of_rows) {
  const std::size_t attacks = given_attacks(arguments);
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

}  // namespace microdata::postgres
