#pragma once

#include "postgres/server/api.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/risk/attack_risk.hpp"
#include "postgres/functions/attack_figures.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

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
