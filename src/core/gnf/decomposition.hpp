#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/gnf/guardian_normal_form.hpp"
#include "core/gnf/privacy_rule.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/utility/published_part.hpp"

namespace microdata {

// Decompositions of a table into parts that are in Guardian Normal Form for given rules: check()
// satisfies all rules, and every attribute is in some part. `attributes`, ascending, are those that
// are published, all of the rules' among them. The same rules in the same order give the same
// parts; ties go to the attribute that comes first.

// Every attribute by itself (GNF paper, section 1.2).
std::vector<Part> single_attribute_decomposition(const AttributeSet& attributes);

// Utility-aware decomposition (Algorithm 2): parts without a common attribute, the open ones of
// each being one colour of the graph that has an edge between the two sides of every rule, in the
// colouring by DSATUR. To the largest colour come, before the next round, all attributes without an
// edge to it, those in no rule first among them, and one attribute that the part's rule protects.
// Of a rule with several attributes on its right one is protected instead: the first that other
// rules protect too, or else the first.
std::vector<Part> utility_aware_decomposition(const AttributeSet& attributes,
                                              std::span<const PrivacyRule> rules,
                                              const Progress& progress = {});

// Guardian decomposition without what is added back (Algorithm 1, steps 1 to 4). Every part
// protects against everything else in it. The parts' hypergraph is acyclic, but where rules with
// several attributes on their right leave no choice.
std::vector<Part> guardian_decomposition(const AttributeSet& attributes,
                                         std::span<const PrivacyRule> rules,
                                         const Progress& progress);

// The buckets that a part would be published in that enforces the rule; they do not depend on what
// else is in the part. Every row is in one, the bucketed attributes are the rule's sensitive ones.
using Bucketize = std::function<std::shared_ptr<const BucketedAttributes>(const PrivacyRule&)>;

// The parts as they would be published.
std::vector<PublishedPart> published(std::span<const Part> parts, const Bucketize& bucketize);

struct AddedBack {
  std::vector<Part> parts;
  // Attributes added, and how often a marginal had to be computed for it.
  std::size_t added = 0;
  std::size_t computed = 0;
};

// Adds attributes to the parts of a guardian decomposition (Algorithm 1, steps 5 to 8): always the
// one that lowers the Kullback-Leibler divergence most, as long as one lowers it, among those that
// leave the parts in Guardian Normal Form and their hypergraph acyclic, so that the divergence has
// its closed form. At least one row.
AddedBack add_back(const Microdata& data, const AttributeSet& attributes,
                   std::span<const PrivacyRule> rules, std::vector<Part> parts,
                   const Bucketize& bucketize, const Progress& progress);

}  // namespace microdata
