#include <algorithm>
#include <optional>
#include <utility>

#include "core/gnf/decomposition.hpp"
#include "core/gnf/dsatur.hpp"
#include "core/microdata/attribute_set.hpp"

namespace microdata {

namespace {

// Rule with one attribute on its right.
struct SingleRule {
  AttributeSet known;
  std::size_t sensitive = 0;
  std::vector<PrivacyModel> guarantee;
  // True if protecting the attribute satisfies the original rule. Otherwise the attribute is kept
  // out of reach.
  bool enforceable = true;
};

// Returns the attribute that is protected in place of the rule's right side: one without harmless
// values if possible and, of these, the first that is the whole right side of a rule, or the first.
std::size_t protected_of(const PrivacyRule& rule, const AttributeSet& alone) {
  AttributeSet candidates = without(rule.sensitive, rule.with_harmless);
  if (candidates.empty()) candidates = rule.sensitive;
  const AttributeSet preferred = intersection(candidates, alone);
  return preferred.empty() ? candidates.front() : preferred.front();
}

std::vector<SingleRule> single_rules(std::span<const PrivacyRule> rules) {
  AttributeSet alone;
  for (const PrivacyRule& rule : rules) {
    if (rule.sensitive.size() == 1) alone = united(alone, rule.sensitive);
  }
  std::vector<SingleRule> result;
  for (const PrivacyRule& rule : rules) {
    const std::size_t sensitive = protected_of(rule, alone);
    const bool enforceable = rule.sensitive.size() == 1 || carries_over(rule, {sensitive});
    result.push_back({rule.known, sensitive, rule.guarantee, enforceable});
  }
  return result;
}

// Graph of attributes with an edge between the two sides of every rule.
class Conflicts {
 public:
  Conflicts(std::span<const SingleRule> rules, const AttributeSet& attributes,
            const Progress& progress)
      : joined_(attributes.empty() ? 0 : attributes.back() + 1,
                std::vector<bool>(attributes.empty() ? 0 : attributes.back() + 1)),
        progress_(&progress) {
    for (const SingleRule& rule : rules) {
      progress.checkpoint();
      for (const std::size_t a : rule.known) {
        joined_[a][rule.sensitive] = true;
        joined_[rule.sensitive][a] = true;
      }
    }
  }

  bool joins(std::size_t a, std::size_t b) const { return joined_[a][b]; }

  bool joins_any(std::size_t attribute, const AttributeSet& attributes) const {
    progress_->checkpoint();
    return std::any_of(attributes.begin(), attributes.end(),
                       [&](std::size_t a) { return joined_[attribute][a]; });
  }

 private:
  Adjacency joined_;
  const Progress* progress_;
};

// Returns the largest sets of attributes of the same colour, without attributes that have no edge,
// because these can have any colour.
std::vector<AttributeSet> largest_colours(const AttributeSet& attributes,
                                          const Conflicts& conflicts, const Progress& progress) {
  AttributeSet coloured;
  std::copy_if(attributes.begin(), attributes.end(), std::back_inserter(coloured),
               [&](std::size_t a) { return conflicts.joins_any(a, attributes); });
  if (coloured.empty()) return {{}};
  Adjacency adjacent(coloured.size(), std::vector<bool>(coloured.size()));
  for (std::size_t i = 0; i < coloured.size(); ++i) {
    progress.checkpoint();
    for (std::size_t j = 0; j < coloured.size(); ++j)
      adjacent[i][j] = conflicts.joins(coloured[i], coloured[j]);
  }
  const std::vector<std::size_t> colour = dsatur(adjacent, progress);
  std::vector<AttributeSet> of_colour(coloured.size());
  std::size_t largest = 0;
  for (std::size_t i = 0; i < coloured.size(); ++i) {
    of_colour[colour[i]].push_back(coloured[i]);
    largest = std::max(largest, of_colour[colour[i]].size());
  }
  std::erase_if(of_colour, [&](const AttributeSet& set) { return set.size() < largest; });
  return of_colour;
}

AttributeSet with_all_unjoined(AttributeSet open, const AttributeSet& attributes,
                               const Conflicts& conflicts) {
  for (const std::size_t a : attributes) {
    if (!contains(open, a) && !conflicts.joins_any(a, open)) open = united(open, {a});
  }
  return open;
}

// Returns the open attributes that must not disclose an attribute, by the rules.
AttributeSet kept_from(std::size_t attribute, const AttributeSet& open,
                       std::span<const SingleRule> rules) {
  AttributeSet result;
  for (const SingleRule& rule : rules) {
    if (rule.sensitive == attribute) result = united(result, intersection(rule.known, open));
  }
  return result;
}

bool can_be_protected(std::size_t attribute, const AttributeSet& open,
                      std::span<const SingleRule> rules) {
  return std::all_of(rules.begin(), rules.end(), [&](const SingleRule& rule) {
    if (contains(rule.known, attribute) && contains(open, rule.sensitive)) return false;
    return rule.sensitive != attribute || rule.enforceable ||
           intersection(rule.known, open).empty();
  });
}

std::optional<PrivacyRule> best_protected(const AttributeSet& candidates, const AttributeSet& open,
                                          std::span<const SingleRule> rules,
                                          const Progress& progress) {
  std::optional<PrivacyRule> best;
  for (const std::size_t a : candidates) {
    progress.checkpoint();
    if (!can_be_protected(a, open, rules)) continue;
    AttributeSet known = kept_from(a, open, rules);
    if (!best || known.size() > best->known.size()) best = PrivacyRule{std::move(known), {a}, {}};
  }
  if (!best) return best;
  for (const SingleRule& rule : rules) {
    if (rule.sensitive == best->sensitive.front() && !intersection(rule.known, open).empty())
      best->guarantee = joined(best->guarantee, rule.guarantee);
  }
  return best;
}

// Returns the next part. Equally large colours are decided by the number of attributes of the part,
// then by the number of attributes on the left of its rule.
Part next_part(const AttributeSet& left, std::span<const SingleRule> rules,
               const Conflicts& conflicts, const Progress& progress) {
  Part best;
  for (const AttributeSet& colour : largest_colours(left, conflicts, progress)) {
    const AttributeSet open = with_all_unjoined(colour, left, conflicts);
    Part part{open, best_protected(without(left, open), open, rules, progress)};
    if (part.enforced) part.attributes = united(open, part.enforced->sensitive);
    const auto worth = [](const Part& of) {
      return std::pair(of.attributes.size(), of.enforced ? of.enforced->known.size() : 0);
    };
    if (worth(part) > worth(best)) best = std::move(part);
  }
  return best;
}

}  // namespace

std::vector<Part> single_attribute_decomposition(const AttributeSet& attributes) {
  std::vector<Part> parts;
  for (const std::size_t a : attributes)
    parts.push_back({{a}, std::nullopt});
  return parts;
}

std::vector<Part> utility_aware_decomposition(const AttributeSet& attributes,
                                              std::span<const PrivacyRule> rules,
                                              const Progress& progress) {
  const std::vector<SingleRule> single = single_rules(rules);
  const Conflicts conflicts(single, attributes, progress);
  std::vector<Part> parts;
  AttributeSet left = attributes;
  while (!left.empty()) {
    Part part = next_part(left, single, conflicts, progress);
    left = without(left, part.attributes);
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace microdata
