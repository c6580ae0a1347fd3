#pragma once

#include <span>
#include <vector>

#include "core/gnf/privacy_rule.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// What rules protect: their right-hand sides, each once, in the order of the rules.
struct RightHandSide {
  AttributeSet attributes;
  // All that the rules with it are held to.
  std::vector<PrivacyModel> guarantee;

  // The largest l of the guarantee's frequency l-diversities; 1 where there is none.
  double l() const;
  // The other models.
  std::vector<PrivacyModel> models() const;
};

// Every rule has a guarantee.
std::vector<RightHandSide> right_hand_sides(std::span<const PrivacyRule> rules);

// A table of right-hand sides alone, each one sensitive attribute: that of the data or, of several,
// their combinations.
Microdata table_of(std::span<const RightHandSide> sides, const Microdata& data,
                   const Progress& progress);

}  // namespace microdata
