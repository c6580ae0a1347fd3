#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/privacy/set_privacy.hpp"
#include "core/subject/item_sets.hpp"

namespace microdata {

// Rule that every bucket of persons satisfies. Each item is in the sets of at most a share 1/l of
// its persons, there are at least k persons, and the models hold.
class SetRule {
 public:
  // `sets` and `privacy` must outlive the rule.
  SetRule(const ItemSets& sets, double l, const SetPrivacy& privacy, std::uint32_t k = 1);

  const ItemSets& sets() const { return sets_; }
  double l() const { return l_; }
  bool has_models() const { return !privacy_.empty(); }

  // Returns the fewest persons of a bucket that is made, unless there are fewer in all; fewer
  // suffice only if all their values are harmless.
  std::uint32_t fewest() const { return fewest_; }

  // True if a group of `persons` persons with these counts by item satisfies the rule.
  bool holds(std::span<const std::uint32_t> counts, std::uint32_t persons) const;
  // True if the models hold; `present` are the items with a count above 0, ascending.
  bool models_hold(std::span<const std::uint32_t> counts, std::span<const Item> present,
                   std::uint32_t persons) const;

 private:
  const ItemSets& sets_;
  double l_;
  const SetPrivacy& privacy_;
  // Fewest persons that k and the models require.
  std::uint32_t least_;
  std::uint32_t fewest_;
};

// Judge of groups of persons, one after the other. The rule must outlive the judge.
class SetJudge {
 public:
  explicit SetJudge(const SetRule& rule)
      : rule_(rule), counts_(rule.has_models() ? rule.sets().items() : 0) {}

  bool has_models() const { return rule_.has_models(); }
  bool models_hold(std::span<const Row> persons);

 private:
  const SetRule& rule_;
  std::vector<std::uint32_t> counts_;
  std::vector<Item> present_;
};

}  // namespace microdata
