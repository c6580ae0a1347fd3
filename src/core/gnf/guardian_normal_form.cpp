#include "core/gnf/guardian_normal_form.hpp"

#include <algorithm>
#include <iterator>

#include "core/microdata/attribute_set.hpp"

namespace microdata {

namespace {

// Attributes of every part.
using Schema = std::vector<AttributeSet>;

Schema schema_of(std::span<const Part> parts) {
  Schema schema;
  for (const Part& part : parts)
    schema.push_back(part.attributes);
  return schema;
}

// Breadth-first search over attributes and parts. An attribute reaches itself, in a part or not.
class Reachability {
 public:
  Reachability(const AttributeSet& from, const Schema& schema, const Progress& progress)
      : queue_(from) {
    std::size_t attributes = from.empty() ? 0 : from.back() + 1;
    for (const AttributeSet& part : schema)
      attributes = std::max(attributes, part.empty() ? 0 : part.back() + 1);
    entry_.resize(attributes);
    for (const std::size_t a : from)
      entry_[a].reached = true;
    std::vector<bool> used(schema.size());
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      const std::size_t at = queue_[next];
      for (std::size_t p = 0; p < schema.size(); ++p) {
        progress.checkpoint_at(p);
        if (used[p] || !contains(schema[p], at)) continue;
        used[p] = true;
        for (const std::size_t a : schema[p]) {
          if (entry_[a].reached) continue;
          entry_[a] = {true, at, p};
          queue_.push_back(a);
        }
      }
    }
  }

  bool reaches(std::size_t attribute) const {
    return attribute < entry_.size() && entry_[attribute].reached;
  }

  ReachingPath path_to(std::size_t attribute) const {
    ReachingPath path;
    path.attributes.push_back(attribute);
    while (entry_[attribute].part) {
      path.parts.push_back(*entry_[attribute].part);
      attribute = entry_[attribute].from;
      path.attributes.push_back(attribute);
    }
    std::reverse(path.attributes.begin(), path.attributes.end());
    std::reverse(path.parts.begin(), path.parts.end());
    return path;
  }

 private:
  struct Entry {
    bool reached = false;
    std::size_t from = 0;
    std::optional<std::size_t> part;
  };

  // Attributes in the order in which they were reached.
  AttributeSet queue_;
  std::vector<Entry> entry_;
};

// Returns the shortest path to any of the attributes; empty if none is reached.
ReachingPath path_to_any(const Reachability& reachability, const AttributeSet& attributes) {
  ReachingPath shortest;
  for (const std::size_t a : attributes) {
    if (!reachability.reaches(a)) continue;
    ReachingPath path = reachability.path_to(a);
    if (shortest.attributes.empty() || path.parts.size() < shortest.parts.size())
      shortest = std::move(path);
  }
  return shortest;
}

// Returns the attributes against which part i must protect S: (Q and A_i) + Q*, Q* being those that
// are reached over the other parts.
AttributeSet to_protect_against(const Schema& schema, std::size_t i, const AttributeSet& known,
                                const AttributeSet& sensitive, const Progress& progress) {
  Schema others = schema;
  others[i].clear();
  const Reachability over_others(known, others, progress);
  AttributeSet against;
  for (const std::size_t a : without(schema[i], sensitive)) {
    if (over_others.reaches(a)) against.push_back(a);
  }
  return against;
}

// Returns the rule that a part protects by itself.
std::optional<PrivacyRule> protected_by(const Part& part, Protection protection) {
  std::optional<PrivacyRule> rule = part.enforced;
  if (rule && protection == Protection::bucketized)
    rule->known = without(part.attributes, rule->sensitive);
  return rule;
}

std::optional<GuardianFailure> why_no_guardian(std::span<const Part> parts, const Schema& schema,
                                               std::size_t i, const PrivacyRule& rule,
                                               Protection protection, const Progress& progress) {
  const std::optional<PrivacyRule> by_itself = protected_by(parts[i], protection);
  // S', or S if the part enforces no rule for a subset of S.
  const bool enforces = by_itself && is_subset(by_itself->sensitive, rule.sensitive);
  const AttributeSet& sensitive = enforces ? by_itself->sensitive : rule.sensitive;
  GuardianFailure failure;
  failure.part = i;
  failure.against = to_protect_against(schema, i, rule.known, sensitive, progress);
  const PrivacyRule needed{failure.against, rule.sensitive, rule.guarantee, rule.with_harmless};
  // Publication alone protects against no attributes (section 4.1).
  if (!failure.against.empty() && !(enforces && follows(needed, *by_itself))) return failure;
  failure.failed = GuardianCondition::separates;
  Schema removed = schema;
  removed[i] = without(removed[i], sensitive);
  failure.path = path_to_any(Reachability(rule.known, removed, progress), sensitive);
  if (!failure.path.attributes.empty()) return failure;
  return std::nullopt;
}

RuleFinding judge(std::span<const Part> parts, const Schema& schema, const PrivacyRule& rule,
                  Protection protection, const Progress& progress) {
  RuleFinding finding;
  const Reachability reachability(rule.known, schema, progress);
  std::copy_if(rule.sensitive.begin(), rule.sensitive.end(), std::back_inserter(finding.unreached),
               [&](std::size_t a) { return !reachability.reaches(a); });
  if (!finding.unreached.empty()) {
    finding.satisfied = true;
    return finding;
  }
  finding.path = path_to_any(reachability, rule.sensitive);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    progress.checkpoint();
    if (intersection(schema[i], rule.sensitive).empty()) continue;
    std::optional<GuardianFailure> failure =
        why_no_guardian(parts, schema, i, rule, protection, progress);
    if (!failure) {
      finding.satisfied = true;
      finding.guardian = i;
      finding.failures.clear();
      return finding;
    }
    finding.failures.push_back(std::move(*failure));
  }
  return finding;
}

}  // namespace

std::vector<RuleFinding> check(std::span<const Part> parts, std::span<const PrivacyRule> rules,
                               Protection protection, const Progress& progress) {
  const Schema schema = schema_of(parts);
  std::vector<RuleFinding> findings;
  for (const PrivacyRule& rule : rules)
    findings.push_back(judge(parts, schema, rule, protection, progress));
  return findings;
}

bool is_guardian_normal_form(std::span<const Part> parts, std::span<const PrivacyRule> rules,
                             Protection protection, const Progress& progress) {
  const Schema schema = schema_of(parts);
  return std::all_of(rules.begin(), rules.end(), [&](const PrivacyRule& rule) {
    return judge(parts, schema, rule, protection, progress).satisfied;
  });
}

}  // namespace microdata
