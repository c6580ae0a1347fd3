#pragma once

#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/gnf/privacy_rule.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Right-hand side of rules, which they protect.
struct RightHandSide {
  AttributeSet attributes;
  // Combined guarantee of the rules with this right-hand side.
  std::vector<PrivacyModel> guarantee;

  // Returns the largest l of the guarantee's frequency l-diversities; 1 if there is none.
  double l() const;
  // Returns the other models.
  std::vector<PrivacyModel> models() const;
};

// Returns the distinct right-hand sides in the order of the rules. Every rule has a guarantee.
std::vector<RightHandSide> right_hand_sides(std::span<const PrivacyRule> rules);

// Returns a table of right-hand sides alone, each as one sensitive attribute: the attribute of the
// data or, for several attributes, their combinations. A combination of harmless values is
// harmless.
Microdata table_of(std::span<const RightHandSide> sides, const Microdata& data,
                   const Progress& progress);

}  // namespace microdata
