#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/gnf/privacy_rule.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// One of several tables that are published together: a projection of the data, unchanged or
// anonymized to enforce a rule.
struct Part {
  // Attributes of the part, ascending, including those of the rule.
  AttributeSet attributes;
  std::optional<PrivacyRule> enforced;
};

// Attributes against which a part that enforces Q -> S is taken to protect S.
enum class Protection {
  declared,    // Q
  bucketized,  // everything else in the part, as a bucketization does
};

// Path by which an attribute is reached from another (GNF paper, definition 3): attributes[i] and
// attributes[i + 1] are both in part parts[i]. Empty if the attribute is not reached.
struct ReachingPath {
  AttributeSet attributes;
  std::vector<std::size_t> parts;
};

// Conditions of definition 4 that a part with S can fail.
enum class GuardianCondition {
  satisfies,  // (ii) alone it protects S against its other known or reachable attributes
  separates,  // (iii) without its S no attribute of Q reaches S
};

// Reason why a part is not a rule's guardian.
struct GuardianFailure {
  std::size_t part = 0;
  GuardianCondition failed = GuardianCondition::satisfies;
  // (ii): attributes against which the part must protect S, (Q and A) + Q*.
  AttributeSet against;
  // (iii): path by which S is still reached.
  ReachingPath path;
};

struct RuleFinding {
  bool satisfied = false;
  // Part that guards the rule; nothing if S is not reached.
  std::optional<std::size_t> guardian;
  // Attributes of S that Q does not reach, with which the rule is satisfied.
  AttributeSet unreached;
  // Path by which S is reached from Q through the fewest parts, for a satisfied rule too.
  ReachingPath path;
  // First failed condition of each part with S, in the order of the parts; empty for a satisfied
  // rule.
  std::vector<GuardianFailure> failures;
};

// Judges each rule by definitions 3 to 5. Protecting some attributes of S protects the combination.
// A rule with several attributes in S is therefore satisfied in two cases:
//   - Q does not reach one of the attributes.
//   - A part guards Q -> S', where S' is a subset of S for which the part enforces a rule that
//     carries over. Condition (iii) then removes all of S', and none of S' may be reached.
// In the first case the shares in the table decide (core/gnf/unreached_share.hpp).
std::vector<RuleFinding> check(std::span<const Part> parts, std::span<const PrivacyRule> rules,
                               Protection protection = Protection::declared,
                               const Progress& progress = {});

// True if all rules are satisfied (definition 5).
bool is_guardian_normal_form(std::span<const Part> parts, std::span<const PrivacyRule> rules,
                             Protection protection = Protection::declared,
                             const Progress& progress = {});

}  // namespace microdata
