#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <string>

#include "core/risk/attack_risk.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/layout_operations.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

// A number as results have it.
std::string figure_text(double number);

// The same of a share; NULL where there is nobody to have a share of.
std::optional<std::string> share_text(std::size_t part, std::size_t whole);

// The argument `attacks`.
std::size_t given_attacks(const Arguments& arguments);

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

}  // namespace microdata::postgres
