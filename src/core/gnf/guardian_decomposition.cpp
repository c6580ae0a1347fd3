#include <algorithm>
#include <optional>

#include "core/gnf/decomposition.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/utility/join_tree.hpp"

namespace microdata {

namespace {

bool is_redundant_to(const Part& part, const Part& other) {
  if (part.enforced || !is_subset(part.attributes, other.attributes)) return false;
  if (!other.enforced) return true;
  // Buckets disclose each of their sides exactly, but not the linking of the sides.
  const AttributeSet sensitive = intersection(part.attributes, other.enforced->sensitive);
  return sensitive.empty() || sensitive.size() == part.attributes.size();
}

void remove_redundant(std::vector<Part>& parts, const Progress& progress) {
  for (std::size_t i = parts.size(); i-- > 0;) {
    progress.checkpoint();
    bool redundant = parts[i].attributes.empty();
    for (std::size_t j = 0; j < parts.size(); ++j)
      redundant = redundant || (i != j && is_redundant_to(parts[i], parts[j]));
    if (redundant) parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void remove_attributes(std::vector<Part>& parts, const AttributeSet& removed) {
  for (Part& part : parts) {
    part.attributes = without(part.attributes, removed);
    if (!part.enforced) continue;
    if (!intersection(part.enforced->sensitive, removed).empty()) {
      part.enforced.reset();
    } else {
      part.enforced->known = without(part.enforced->known, removed);
    }
  }
}

// Returns a part that protects the rule's right side against everything else in the part. Its
// guarantee joins those of all rules with the same right side.
Part guardian_of(const PrivacyRule& rule, const AttributeSet& attributes,
                 std::span<const PrivacyRule> rules) {
  Part part{
      attributes,
      PrivacyRule{without(attributes, rule.sensitive), rule.sensitive, {}, rule.with_harmless}};
  for (const PrivacyRule& other : rules) {
    if (other.sensitive == rule.sensitive)
      part.enforced->guarantee = joined(part.enforced->guarantee, other.guarantee);
  }
  return part;
}

std::optional<std::size_t> first_violated(const std::vector<Part>& parts,
                                          std::span<const PrivacyRule> rules,
                                          const Progress& progress) {
  for (std::size_t r = 0; r < rules.size(); ++r) {
    if (!is_guardian_normal_form(parts, rules.subspan(r, 1), Protection::declared, progress))
      return r;
  }
  return std::nullopt;
}

// Removes from later parts, last attributes first, those that close a cycle with earlier parts. A
// normal form stays one without some open attributes of a part, because less is reached.
void open_cycles(std::vector<Part>& parts, const Progress& progress) {
  std::vector<AttributeSet> edges;
  AttributeSet seen;
  for (Part& part : parts) {
    edges.push_back(part.attributes);
    AttributeSet shared = intersection(part.attributes, seen);
    if (part.enforced) shared = without(shared, part.enforced->sensitive);
    while (!join_tree(edges, progress).acyclic() && !shared.empty()) {
      const AttributeSet last{shared.back()};
      shared.pop_back();
      part.attributes = without(part.attributes, last);
      if (part.enforced) part.enforced->known = without(part.enforced->known, last);
      edges.back() = part.attributes;
    }
    seen = united(seen, part.attributes);
  }
}

}  // namespace

// The algorithm as printed might not end: a -> b and b -> a take turns. If a rule is violated for
// the second time, an attribute of its right side is therefore published by itself for good.
std::vector<Part> guardian_decomposition(const AttributeSet& attributes,
                                         std::span<const PrivacyRule> rules,
                                         const Progress& progress) {
  std::vector<Part> parts{{attributes, std::nullopt}};
  std::vector<bool> decomposed(rules.size());
  AttributeSet isolated;
  if (!rules.empty()) parts.front() = guardian_of(rules.front(), attributes, rules);
  while (const std::optional<std::size_t> violated = first_violated(parts, rules, progress)) {
    progress.checkpoint();
    const PrivacyRule& rule = rules[*violated];
    if (decomposed[*violated]) {
      const AttributeSet alone{rule.sensitive.front()};
      isolated = united(isolated, alone);
      remove_attributes(parts, alone);
      parts.push_back(rule.sensitive == alone ? guardian_of(rule, alone, rules)
                                              : Part{alone, std::nullopt});
    } else {
      decomposed[*violated] = true;
      remove_attributes(parts, rule.sensitive);
      parts.push_back(
          guardian_of(rule, without(united(rule.known, rule.sensitive), isolated), rules));
    }
    remove_redundant(parts, progress);
  }
  open_cycles(parts, progress);
  remove_redundant(parts, progress);
  return parts;
}

}  // namespace microdata
