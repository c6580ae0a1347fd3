#pragma once

#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

// Q -> S (GNF paper, section 2.2): knowledge of a person's values of Q must not disclose the
// person's values of S. If S has several attributes, the combination is protected, which is weaker
// than protecting any one of them.
struct PrivacyRule {
  // Q, ascending; may be empty.
  AttributeSet known;
  // S, ascending, not empty, disjoint from Q.
  AttributeSet sensitive;
  // Models that define "not disclose"; all must hold. A rule's own l is LDiversity{l}. No models
  // stand for the guarantee common to all rules; rules that are judged together either all have
  // models, or none has.
  std::vector<PrivacyModel> guarantee;
  // Attributes of S that have harmless values (Attribute::harmless), ascending. A combination is
  // harmless, and has no bound, if each of its values is harmless.
  AttributeSet with_harmless = {};
};

// True if the guarantee for S' bounds every combination of S, of which S' is a smaller part. Models
// that need not hold for combinations do not carry over. Nor does a bound carry over if each
// attribute of S' has harmless values: a combination with them can be certain, although its other
// values are not harmless.
bool carries_over(const PrivacyRule& rule, const AttributeSet& smaller);

// True if a release that satisfies `other` satisfies `rule` for that reason alone. Then Q is a
// subset of Q', S' is a subset of S (Theorem 3.1, Corollary 3.1.1), and the guarantee is no weaker
// and, if S' is smaller than S, carries over.
bool follows(const PrivacyRule& rule, const PrivacyRule& other);

// Returns rules that protect each attribute of S by itself. Together they imply the rule, unless
// models do not carry over: one value of each combination is not harmless.
std::vector<PrivacyRule> by_attribute(const PrivacyRule& rule);

// True if a guarantee implies another.
bool implies(std::span<const PrivacyModel> guarantee, std::span<const PrivacyModel> other);

// Returns all models of both guarantees, without models that others imply.
std::vector<PrivacyModel> joined(const std::vector<PrivacyModel>& a,
                                 const std::vector<PrivacyModel>& b);

// Returns the rules without those that follow from others (Definition 2), in their order. Of rules
// that follow from each other the first stays.
std::vector<PrivacyRule> irreducible(std::span<const PrivacyRule> rules,
                                     const Progress& progress = {});

}  // namespace microdata
