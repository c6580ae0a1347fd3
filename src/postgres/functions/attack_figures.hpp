#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/risk/attack_risk.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

// A number as results have it.
std::string figure_text(double number);

// The same of a share; NULL where there is nobody to have a share of.
std::optional<std::string> share_text(std::size_t part, std::size_t whole);

// What an attack on the persons of a release is asked for. `why` it needs the source, as a
// sentence; `of_rows`: it looks at rows, and fails where a row is no person. Requires a SpiSession.
struct GivenAttack {
  std::size_t attacks;
  GivenRelease given;
};
GivenAttack given_attack(const Arguments& arguments, const char* why, bool of_rows);

// An attack, the naive one, and, where there are outsiders, the control.
struct AttackFigures {
  AttackOutcome attack;
  AttackOutcome naive;
  std::optional<AttackOutcome> control;
};

// As a row has them: attacks, success, low, high, naive; then control, risk, risk_low, risk_high,
// which are those of `control` where a release of a part of the source has them. Of an attack that
// nobody could make, shares are NULL, and nothing is gained by it.
ResultRow columns_of(const AttackFigures& figures, const std::optional<ResultRow>& control);

// The columns of the control, and what is gained over it; NULL without one.
ResultRow columns_of_control(const AttackOutcome& attack,
                             const std::optional<AttackOutcome>& control);

// The latter of a release of a part of the source, as audit_control() reads them.
inline constexpr const char* control_columns =
    "control float8, risk float8, risk_low float8, risk_high float8";

// The persons who are not in the release, against whom an audit measures: the argument `outsiders`.
// Fails where there is a `control` as well.
std::optional<Oid> given_outsiders(const Arguments& arguments);

// Audits releases of a random part of their source, made with the same calls, against the rest, the
// share `control` of it: the rows of the function `audit`, called with `again` besides the
// relations, the outsiders and the seed. `columns`: those that are wanted, with their types.
// Nothing of these releases stays.
std::vector<ResultRow> audit_control(const char* audit, std::span<const Oid> relations,
                                     const Arguments& arguments, Json again,
                                     const std::string& columns);

// What such an audit says of the control (columns_of_control()), by a column of texts; nothing
// where no control is asked for.
using ControlBy = std::map<std::string, ResultRow>;
// `columns`: those of the control, with their types.
ControlBy audit_control_by(const char* column, const char* audit, std::span<const Oid> relations,
                           const Arguments& arguments, const Json& again = Json::object(),
                           const std::string& columns = control_columns);

// The columns of the row that has this text; where there is none, those of the attack and its
// control on outsiders.
ResultRow control_of(const ControlBy& controls, const std::string& text,
                     const AttackOutcome& attack, const std::optional<AttackOutcome>& control);

}  // namespace microdata::postgres
