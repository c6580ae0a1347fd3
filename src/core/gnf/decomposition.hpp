#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/gnf/guardian_normal_form.hpp"
#include "core/gnf/privacy_rule.hpp"
#include "core/microdata/microdata.hpp"
#include "core/utility/published_part.hpp"

namespace microdata {

// Decompositions of a table into parts that are in Guardian Normal Form for given rules. By check()
// all rules are satisfied, and every attribute is in some part. `attributes`, ascending, are the
// published ones, including all attributes of the rules. The same rules in the same order give the
// same parts; ties go to the first attribute.

// Returns a part for every attribute by itself (GNF paper, section 1.2).
std::vector<Part> single_attribute_decomposition(const AttributeSet& attributes);

// Returns the utility-aware decomposition (Algorithm 2): parts without a common attribute. The open
// attributes of each part are one colour of the graph with an edge between the two sides of every
// rule, coloured by DSATUR. Before the next round, the largest colour gets all attributes without
// an edge to it, including those in no rule. It also gets one attribute that the part's rule
// protects. A rule with several attributes on its right protects one of them, without harmless
// values if possible. It is the first that is the whole right side of another rule, or else the
// first.
std::vector<Part> utility_aware_decomposition(const AttributeSet& attributes,
                                              std::span<const PrivacyRule> rules,
                                              const Progress& progress = {});

// Returns the guardian decomposition without added attributes (Algorithm 1, steps 1 to 4). Every
// part protects against everything else in it. The parts' hypergraph is acyclic, unless rules with
// several attributes on their right leave no choice.
std::vector<Part> guardian_decomposition(const AttributeSet& attributes,
                                         std::span<const PrivacyRule> rules,
                                         const Progress& progress);

// Function that returns the buckets of a part that enforces the rule; they do not depend on other
// attributes of the part. Every row is in a bucket, and the bucketed attributes are the rule's
// sensitive ones.
using Bucketize = std::function<std::shared_ptr<const BucketedAttributes>(const PrivacyRule&)>;

// Returns the parts as they would be published.
std::vector<PublishedPart> published(std::span<const Part> parts, const Bucketize& bucketize);

struct AddedBack {
  std::vector<Part> parts;
  // Number of added attributes, and of marginals computed for them.
  std::size_t added = 0;
  std::size_t computed = 0;
};

// Adds attributes to the parts of a guardian decomposition (Algorithm 1, steps 5 to 8). Each step
// takes the addition that lowers the Kullback-Leibler divergence most, until no addition lowers it.
// Additions must leave the parts in Guardian Normal Form and their hypergraph acyclic, so that the
// divergence has its closed form. The data has at least one row.
AddedBack add_back(const Microdata& data, const AttributeSet& attributes,
                   std::span<const PrivacyRule> rules, std::vector<Part> parts,
                   const Bucketize& bucketize, const Progress& progress);

}  // namespace microdata
