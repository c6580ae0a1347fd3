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

// Returns a number as results show it.
std::string figure_text(double number);

// Returns a share as results show it; NULL if the whole is empty.
std::optional<std::string> share_text(std::size_t part, std::size_t whole);

// Returns the name that audit_inference() shows for people who have only harmless values of an
// attribute, which fits into type name.
std::string label_of_harmless(const std::string& attribute);

// An attack on the people of a release, as a call requests it. `why` is a sentence on the need for
// the source. With `of_rows` the attack reads rows, and fails if rows are not people. Requires a
// SpiSession.
struct GivenAttack {
  std::size_t attacks;
  GivenRelease given;
};
GivenAttack given_attack(const Arguments& arguments, const char* why, bool of_rows);

// The outcomes of an attack, of the naive attack and, if there are outsiders, of the control.
struct AttackFigures {
  AttackOutcome attack;
  AttackOutcome naive;
  std::optional<AttackOutcome> control;
};

// Returns the columns attacks, success, low, high, naive, control, risk, risk_low and risk_high.
// The last four are those of `control` if a release of a part of the source has them. If no attack
// was possible, shares are NULL and the gain is 0.
ResultRow columns_of(const AttackFigures& figures, const std::optional<ResultRow>& control);

// Returns the columns of the control and of the gain over it; NULL without a control.
ResultRow columns_of_control(const AttackOutcome& attack,
                             const std::optional<AttackOutcome>& control);

// The columns of the control of a release of a part of the source, as audit_control() reads them.
inline constexpr const char* control_columns =
    "control float8, risk float8, risk_low float8, risk_high float8";

// Returns the people outside the release against whom an audit measures, from the argument
// `outsiders`. Fails if there is a `control` as well.
std::optional<Oid> given_outsiders(const Arguments& arguments);

// Audits releases of a random part of their source, made with the same calls, against the rest,
// which is the share `control` of it. Returns the rows of the function `audit`, called with `again`
// besides the relations, the outsiders and the seed. `columns` names the columns to return, with
// their types. These releases are not kept.
std::vector<ResultRow> audit_control(const char* audit, std::span<const Oid> relations,
                                     const Arguments& arguments, Json again,
                                     const std::string& columns);

// The columns of the control of such an audit (columns_of_control()), by a column of texts; empty
// if no control is requested.
using ControlBy = std::map<std::string, ResultRow>;
// Returns the controls by `column`. `columns` names the columns of the control, with their types.
ControlBy audit_control_by(const char* column, const char* audit, std::span<const Oid> relations,
                           const Arguments& arguments, const Json& again = Json::object(),
                           const std::string& columns = control_columns);

// Returns the columns of the row that has this text; if there is none, those of the attack and its
// control on outsiders.
ResultRow control_of(const ControlBy& controls, const std::string& text,
                     const AttackOutcome& attack, const std::optional<AttackOutcome>& control);

}  // namespace microdata::postgres
