#pragma once

#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

// Q -> S (GNF paper, section 2.2): who knows a person's values of Q must not learn their values of
// S. Of several attributes in S the combination is protected, which is weaker than protecting any
// one of them.
struct PrivacyRule {
  // Q, ascending; may be empty.
  AttributeSet known;
  // S, ascending, not empty, apart from Q.
  AttributeSet sensitive;
  // What "not learn" means: all of these models. An l of the rule's own is LDiversity{l}. None
  // stands for what all rules are held to; of rules that are judged together, either all have
  // models or none has.
  std::vector<PrivacyModel> guarantee;
};

// Whether a release that satisfies `other` satisfies `rule` for that reason alone: Q is a subset of
// Q' and S' one of S (Theorem 3.1, Corollary 3.1.1), and the guarantee is no weaker. Where S' is
// smaller than S, models that need not hold for combinations carry nothing over.
bool follows(const PrivacyRule& rule, const PrivacyRule& other);

// The same of guarantees alone.
bool implies(std::span<const PrivacyModel> guarantee, std::span<const PrivacyModel> other);

// All models of both, without those that others imply.
std::vector<PrivacyModel> joined(const std::vector<PrivacyModel>& a,
                                 const std::vector<PrivacyModel>& b);

// The rules without those that follow from others (Definition 2), in their order; of rules that
// follow from each other the first stays.
std::vector<PrivacyRule> irreducible(std::span<const PrivacyRule> rules,
                                     const Progress& progress = {});

}  // namespace microdata
