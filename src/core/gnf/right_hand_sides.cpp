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

// Returns Attribute::harmless for combinations of values, which are harmless if each value is.
std::vector<std::uint8_t> harmless_combinations(const Microdata& data,
                                                const AttributeSet& attributes,
                                                const Combinations& combinations) {
  std::vector<std::uint8_t> harmless;
  if (!std::all_of(attributes.begin(), attributes.end(),
                   [&](std::size_t a) { return !data.attributes[a].harmless.empty(); }))
    return harmless;
  for (const Row row : representatives(combinations)) {
    harmless.push_back(std::all_of(attributes.begin(), attributes.end(), [&](std::size_t a) {
      return data.attributes[a].is_harmless(data.columns[a][row]);
    }));
  }
  if (std::count(harmless.begin(), harmless.end(), 1) == 0) harmless.clear();
  return harmless;
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
      attribute.harmless = harmless_combinations(data, side.attributes, combinations);
      table.columns.push_back(std::move(combinations.of_row));
    }
    table.attributes.back().role = Role::sensitive;
  }
  return table;
}

}  // namespace microdata
