#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/gnf/privacy_rule.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// One of several tables that are published together: a projection of the data, anonymized to
// enforce a rule, or as it is.
struct Part {
  // Ascending; those of the rule among them.
  AttributeSet attributes;
  std::optional<PrivacyRule> enforced;
};

// What a part that enforces Q -> S is taken to protect S against.
enum class Protection {
  declared,    // Q
  bucketized,  // everything else in the part, as a bucketization does
};

// How an attribute is reached from another (GNF paper, definition 3): attributes[i] and
// attributes[i + 1] are both in part parts[i]. Empty where it is not reached.
struct ReachingPath {
  AttributeSet attributes;
  std::vector<std::size_t> parts;
};

// The conditions of definition 4 that a part with S may fail.
enum class GuardianCondition {
  satisfies,  // (ii) by itself it protects S against what else in it is known or reachable
  separates,  // (iii) without its S no attribute of Q reaches S
};

// Why a part is not a rule's guardian.
struct GuardianFailure {
  std::size_t part = 0;
  GuardianCondition failed = GuardianCondition::satisfies;
  // (ii): what the part must protect S against, (Q and A) + Q*.
  AttributeSet against;
  // (iii): how S is reached all the same.
  ReachingPath path;
};

struct RuleFinding {
  bool satisfied = false;
  // The part that guards the rule; none where S is not reached at all.
  std::optional<std::size_t> guardian;
  // How S is reached from Q, by as few parts as can be; of a satisfied rule too.
  ReachingPath path;
  // For each part with S, in their order, the first condition that it fails; of a rule that is not
  // satisfied.
  std::vector<GuardianFailure> failures;
};

// Judges each rule by definitions 3 to 5. For several attributes in S, as protecting some of them
// protects the combination: Q does not reach one of them; or a part guards Q -> S', where S' is
// what it enforces a rule for and a subset of S, all of S' being removed in (iii) and none of it
// reached then.
std::vector<RuleFinding> check(std::span<const Part> parts, std::span<const PrivacyRule> rules,
                               Protection protection = Protection::declared,
                               const Progress& progress = {});

// Whether all rules are satisfied (definition 5).
bool is_guardian_normal_form(std::span<const Part> parts, std::span<const PrivacyRule> rules,
                             Protection protection = Protection::declared,
                             const Progress& progress = {});

}  // namespace microdata
