#include "core/partition/class_penalty.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace microdata {

AttributePenalty::AttributePenalty(const Attribute& attribute, LossMeasure measure,
                                   std::span<const Code> column, const Progress& progress,
                                   std::span<const std::uint32_t> times)
    : penalty_(attribute, measure, column, progress, times),
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

double AttributePenalty::of(std::span<const Code> codes) const {
  if (kind_ == Kind::range) return penalty_.of_range(codes.front(), codes.back());
  if (kind_ == Kind::set) return penalty_.of(codes);
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

namespace {

bool is_small_set(const AttributePenalty& attribute) {
  return attribute.kind() == AttributePenalty::Kind::set && attribute.distinct() <= 64;
}

}  // namespace

GrowingClass::GrowingClass(std::span<const AttributePenalty> attributes)
    : attributes_(attributes), seen_(attributes.size()) {
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    if (attributes[a].kind() == AttributePenalty::Kind::set && !is_small_set(attributes[a]))
      seen_[a].resize(attributes[a].distinct());
    values_cost_ = values_cost_ || attributes[a].measure() != LossMeasure::width;
  }
}

void GrowingClass::begin(std::span<const std::uint32_t> attributes) {
  looked_at_.assign(attributes.begin(), attributes.end());
  state_.resize(attributes.size());
  first_.resize(attributes.size());
  low_.assign(attributes.size(), 0);
  high_.assign(attributes.size(), std::numeric_limits<Code>::max());
  no_ranges_.clear();
  small_sets_.clear();
  is_range_.assign(attributes.size(), 1);
  members_.assign(attributes.size(), 0);
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const AttributePenalty& attribute = attributes_[attributes[i]];
    if (attribute.kind() == AttributePenalty::Kind::range) continue;
    (is_small_set(attribute) ? small_sets_ : no_ranges_).push_back(i);
    is_range_[i] = 0;
  }
  clear();
}

void GrowingClass::clear() {
  ++round_;
  penalty_ = 0;
  empty_ = true;
}

void GrowingClass::add_first(const Code* codes) {
  for (std::size_t i = 0; i < looked_at_.size(); ++i) {
    state_[i] = {0, 1, 0};
    low_[i] = high_[i] = codes[i];
  }
  const auto begin_without_range = [&](std::size_t i) {
    low_[i] = 0;
    high_[i] = std::numeric_limits<Code>::max();
  };
  for (const std::size_t i : small_sets_) {
    begin_without_range(i);
    members_[i] = std::uint64_t{1} << codes[i];
  }
  for (const std::size_t i : no_ranges_) {
    begin_without_range(i);
    first_[i] = codes[i];
    std::vector<std::uint32_t>& seen = seen_[looked_at_[i]];
    if (!seen.empty()) seen[codes[i]] = round_;
  }
  empty_ = false;
  if (values_cost_) charge_first(codes);
}

void GrowingClass::charge_first(const Code* codes) {
  for (std::size_t i = 0; i < looked_at_.size(); ++i) {
    const AttributePenalty& attribute = attributes_[looked_at_[i]];
    state_[i].weight = attribute.weight(codes[i]);
    state_[i].penalty = attribute.of_value(codes[i]);
    penalty_ += state_[i].penalty;
  }
}

bool GrowingClass::has(std::size_t i, Code code) const {
  if (members_[i] != 0) return (members_[i] >> code & 1U) != 0;
  const std::vector<std::uint32_t>& seen = seen_[looked_at_[i]];
  if (!seen.empty()) return seen[code] == round_;
  const std::vector<std::uint32_t>& label =
      attributes_[looked_at_[i]].hierarchy().label_of_code[state_[i].level];
  return label[code] == label[first_[i]];
}

bool GrowingClass::has(const Code* codes) const {
  // A fixed number of codes is compared without branches, so that the compiler vectorizes the loop.
  constexpr std::size_t block = 4;
  std::size_t i = 0;
  Code outside = 0;
  for (; i + block <= low_.size(); i += block) {
    std::array<Code, block> of_block;
    for (std::size_t j = 0; j < block; ++j)
      of_block[j] = (codes[i + j] < low_[i + j] ? 1 : 0) | (codes[i + j] > high_[i + j] ? 1 : 0);
    for (const Code is_outside : of_block)
      outside |= is_outside;
  }
  for (; i < low_.size(); ++i)
    outside |= (codes[i] < low_[i] ? 1 : 0) | (codes[i] > high_[i] ? 1 : 0);
  if (outside != 0) return false;
  std::uint64_t inside = 1;
  for (const std::size_t set : small_sets_)
    inside &= members_[set] >> codes[set];
  if ((inside & 1U) == 0) return false;
  for (const std::size_t other : no_ranges_)
    if (!has(other, codes[other])) return false;
  return true;
}

double GrowingClass::grow(std::size_t i, Code code) {
  const AttributePenalty& attribute = attributes_[looked_at_[i]];
  State& state = state_[i];
  switch (attribute.kind()) {
    case AttributePenalty::Kind::range:
      low_[i] = std::min(low_[i], code);
      high_[i] = std::max(high_[i], code);
      return attribute.of_range(low_[i], high_[i]);
    case AttributePenalty::Kind::set:
      if (members_[i] != 0) {
        members_[i] |= std::uint64_t{1} << code;
      } else {
        seen_[looked_at_[i]][code] = round_;
      }
      state.weight += attribute.weight(code);
      return attribute.of_set(state.weight);
    case AttributePenalty::Kind::label: {
      const auto& label_of_code = attribute.hierarchy().label_of_code;
      while (label_of_code[state.level][code] != label_of_code[state.level][first_[i]])
        ++state.level;
      return attribute.of_label(state.level, code);
    }
  }
  return state.penalty;
}

void GrowingClass::add(const Code* codes) {
  if (empty_) {
    add_first(codes);
    return;
  }
  if (has(codes)) return;
  for (std::size_t i = 0; i < looked_at_.size(); ++i) {
    if (is_range_[i] != 0 ? low_[i] <= codes[i] && codes[i] <= high_[i] : has(i, codes[i]))
      continue;
    const double penalty = grow(i, codes[i]);
    penalty_ += penalty - state_[i].penalty;
    state_[i].penalty = penalty;
  }
}

}  // namespace microdata
