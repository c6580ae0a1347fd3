#include "core/subject/set_rule.hpp"

#include "core/privacy/diversity.hpp"

namespace microdata {

SetRule::SetRule(const ItemSets& sets, double l, const SetPrivacy& privacy, std::uint32_t k)
    : sets_(sets),
      l_(l),
      privacy_(privacy),
      least_(std::max({static_cast<std::uint32_t>(privacy.fewest()), k, 1U})),
      fewest_(std::max(fewest_tuples(l), least_)) {}

bool SetRule::holds(std::span<const std::uint32_t> counts, std::uint32_t persons) const {
  if (persons < least_) return false;
  const std::uint32_t largest =
      counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
  if (!share_holds(largest, persons, l_)) return false;
  if (!has_models()) return true;
  std::vector<Item> present;
  for (Item item = 0; item < counts.size(); ++item) {
    if (counts[item] > 0) present.push_back(item);
  }
  return models_hold(counts, present, persons);
}

bool SetRule::models_hold(std::span<const std::uint32_t> counts, std::span<const Item> present,
                          std::uint32_t persons) const {
  if (privacy_.empty()) return true;
  std::vector<ValueCount> values;
  std::size_t i = 0;
  for (std::size_t j = 0; j < sets_.attributes(); ++j) {
    values.clear();
    for (; i < present.size() && present[i] < sets_.first_item(j + 1); ++i)
      values.push_back({present[i] - sets_.first_item(j), counts[present[i]]});
    if (privacy_.violated(j, values, persons)) return false;
  }
  return true;
}

bool SetJudge::models_hold(std::span<const Row> persons) {
  if (!rule_.has_models()) return true;
  present_.clear();
  for (const Row person : persons) {
    for (const Item item : rule_.sets().of(person)) {
      if (counts_[item]++ == 0) present_.push_back(item);
    }
  }
  std::sort(present_.begin(), present_.end());
  const bool hold =
      rule_.models_hold(counts_, present_, static_cast<std::uint32_t>(persons.size()));
  for (const Item item : present_)
    counts_[item] = 0;
  return hold;
}

}  // namespace microdata
