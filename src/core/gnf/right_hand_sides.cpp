#include "core/gnf/right_hand_sides.hpp"

#include <algorithm>

#include "core/microdata/combination.hpp"

namespace microdata {

namespace {

const LDiversity* frequency_diversity(const PrivacyModel& model) {
  const auto* diversity = std::get_if<LDiversity>(&model);
  return diversity != nullptr && diversity->variant == LDiversity::Variant::frequency ? diversity
                                                                                      : nullptr;
}

}  // namespace

double RightHandSide::l() const {
  double largest = 1;
  for (const PrivacyModel& model : guarantee) {
    if (const LDiversity* diversity = frequency_diversity(model))
      largest = std::max(largest, diversity->l);
  }
  return largest;
}

std::vector<PrivacyModel> RightHandSide::models() const {
  std::vector<PrivacyModel> others;
  for (const PrivacyModel& model : guarantee) {
    if (frequency_diversity(model) == nullptr) others.push_back(model);
  }
  return others;
}

std::vector<RightHandSide> right_hand_sides(std::span<const PrivacyRule> rules) {
  std::vector<RightHandSide> sides;
  for (const PrivacyRule& rule : rules) {
    const auto same = std::find_if(sides.begin(), sides.end(), [&](const RightHandSide& side) {
      return side.attributes == rule.sensitive;
    });
    if (same == sides.end()) {
      sides.push_back({rule.sensitive, rule.guarantee});
    } else {
      same->guarantee = joined(same->guarantee, rule.guarantee);
    }
  }
  return sides;
}

Microdata table_of(std::span<const RightHandSide> sides, const Microdata& data,
                   const Progress& progress) {
  Microdata table;
  table.rows = data.rows;
  for (const RightHandSide& side : sides) {
    if (side.attributes.size() == 1) {
      table.attributes.push_back(data.attributes[side.attributes.front()]);
      table.columns.push_back(data.columns[side.attributes.front()]);
    } else {
      Combinations combinations = combine(data, side.attributes, progress);
      Attribute& attribute = table.attributes.emplace_back();
      for (const std::size_t a : side.attributes)
        attribute.name += (attribute.name.empty() ? "" : ", ") + data.attributes[a].name;
      attribute.distinct = combinations.distinct;
      table.columns.push_back(std::move(combinations.of_row));
    }
    table.attributes.back().role = Role::sensitive;
  }
  return table;
}

}  // namespace microdata
