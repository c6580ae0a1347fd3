#include "core/risk/attack_risk.hpp"

#include <algorithm>
#include <cmath>

namespace microdata {

AttackRisk attack_risk(const AttackOutcome& attack, const AttackOutcome& control) {
  if (attack.attacks == 0 || control.attacks == 0) return {};
  const ShareInterval attacked = wilson_interval(attack.successes, attack.attacks);
  const ShareInterval spared = wilson_interval(control.successes, control.attacks);
  const auto middle = [](const ShareInterval& i) { return (i.low + i.high) / 2; };
  const auto reach = [](const ShareInterval& i) { return (i.high - i.low) / 2; };
  // Wilson's estimate of a share is always below 1, so the control's failures are above 0.
  const double failing = 1 - middle(spared);
  const double risk = (middle(attacked) - middle(spared)) / failing;
  const double error =
      std::hypot(reach(attacked), (1 - middle(attacked)) / failing * reach(spared)) / failing;
  const auto within = [](double share) { return std::clamp(share, 0.0, 1.0); };
  return {within(risk), {within(risk - error), within(risk + error)}};
}

}  // namespace microdata
