#pragma once

#include <cstddef>

#include "core/risk/share_interval.hpp"

namespace microdata {

// Number of attacks, and the number of them that succeeded.
struct AttackOutcome {
  std::size_t attacks = 0;
  std::size_t successes = 0;
};

struct AttackRisk {
  double risk = 0;
  ShareInterval interval;
};

// Returns what an attack on persons in a release gains over the same attack on persons outside the
// release. The risk is the share of the control's failures that the attack turns into successes (M.
// Giomi et al., "A unified framework for quantifying privacy risk in synthetic data", PETS 2023,
// section 4). Both shares are Wilson's estimates. The interval contains the risk in about 95% of
// all cases, by propagation of the estimates' errors. The risk is between 0 and 1, because an
// attack that does worse than its control gains nothing. If either side has no attacks, the
// interval is 0 to 1, because nothing is known.
AttackRisk attack_risk(const AttackOutcome& attack, const AttackOutcome& control);

}  // namespace microdata
