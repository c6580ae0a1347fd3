#pragma once

#include <cstddef>

#include "core/risk/share_interval.hpp"

namespace microdata {

// Of so many attacks, how many succeeded.
struct AttackOutcome {
  std::size_t attacks = 0;
  std::size_t successes = 0;
};

struct AttackRisk {
  double risk = 0;
  ShareInterval interval;
};

// What an attack on persons who are in a release gains over the same attack on persons who are not:
// the share of the control's failures that it turns into successes (M. Giomi et al., "A unified
// framework for quantifying privacy risk in synthetic data", PETS 2023, section 4). Both shares are
// Wilson's estimates; the interval has the risk in 95% of all cases, about, by propagation of their
// errors. Between 0 and 1: an attack that does worse than its control gains nothing. Without
// attacks on either side nothing is known: from 0 to 1.
AttackRisk attack_risk(const AttackOutcome& attack, const AttackOutcome& control);

}  // namespace microdata
