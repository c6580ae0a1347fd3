#include "core/partition/class_penalty.hpp"

#include <algorithm>

namespace microdata {

AttributePenalty::AttributePenalty(const Attribute& attribute)
    : penalty_(attribute),
      kind_(attribute.hierarchy   ? Kind::label
            : attribute.numeric() ? Kind::range
                                  : Kind::set),
      distinct_(attribute.distinct) {
  if (!attribute.hierarchy) return;
  hierarchy_ = &*attribute.hierarchy;
  for (std::size_t level = 0; level < hierarchy_->levels(); ++level) {
    std::vector<std::vector<Code>> covered(hierarchy_->labels[level]);
    for (Code code = 0; code < attribute.distinct; ++code)
      covered[hierarchy_->label_of_code[level][code]].push_back(code);
    std::vector<double>& of_label = of_label_.emplace_back();
    for (const std::vector<Code>& codes : covered)
      of_label.push_back(codes.empty() ? 0 : penalty_.of(codes));
  }
}

double AttributePenalty::of_set(std::size_t values) const {
  return values < 2 ? 0 : static_cast<double>(values) / distinct_;
}

double AttributePenalty::of(std::span<const Code> codes) const {
  if (kind_ != Kind::label) return penalty_.of(codes);
  return of_label(common_level(*hierarchy_, codes), codes.front());
}

std::size_t common_level(const Hierarchy& hierarchy, std::span<const Code> codes) {
  std::size_t level = 0;
  for (const Code code : codes) {
    while (hierarchy.label_of_code[level][code] != hierarchy.label_of_code[level][codes.front()]) {
      ++level;
    }
  }
  return level;
}

GrowingClass::GrowingClass(std::span<const AttributePenalty> attributes)
    : attributes_(attributes), seen_(attributes.size()) {
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    if (attributes[a].kind() == AttributePenalty::Kind::set) {
      seen_[a].resize(attributes[a].distinct());
    }
  }
}

void GrowingClass::begin(std::span<const std::uint32_t> attributes) {
  looked_at_.assign(attributes.begin(), attributes.end());
  state_.resize(attributes.size());
  clear();
}

void GrowingClass::clear() {
  ++round_;
  penalty_ = 0;
  empty_ = true;
}

void GrowingClass::add(const Code* codes) {
  if (empty_) {
    for (std::size_t i = 0; i < looked_at_.size(); ++i) {
      state_[i] = {codes[i], codes[i], 0, 1, 0};
      std::vector<std::uint32_t>& seen = seen_[looked_at_[i]];
      if (!seen.empty()) seen[codes[i]] = round_;
    }
    empty_ = false;
    return;
  }
  for (std::size_t i = 0; i < looked_at_.size(); ++i) {
    const Code code = codes[i];
    State& state = state_[i];
    // Of whatever kind, nothing changes between the values that are there, but for sets.
    if (code == state.low || code == state.high) continue;
    const AttributePenalty& attribute = attributes_[looked_at_[i]];
    double penalty = state.penalty;
    switch (attribute.kind()) {
      case AttributePenalty::Kind::range:
        if (code > state.low && code < state.high) continue;
        state.low = std::min(state.low, code);
        state.high = std::max(state.high, code);
        penalty = attribute.of_range(state.low, state.high);
        break;
      case AttributePenalty::Kind::set:
        if (seen_[looked_at_[i]][code] == round_) continue;
        seen_[looked_at_[i]][code] = round_;
        penalty = attribute.of_set(++state.values);
        break;
      case AttributePenalty::Kind::label: {
        const Hierarchy& hierarchy = attribute.hierarchy();
        const std::size_t before = state.level;
        while (hierarchy.label_of_code[state.level][code] !=
               hierarchy.label_of_code[state.level][state.low]) {
          ++state.level;
        }
        if (state.level == before) continue;
        penalty = attribute.of_label(state.level, code);
        break;
      }
    }
    penalty_ += penalty - state.penalty;
    state.penalty = penalty;
  }
}

}  // namespace microdata
