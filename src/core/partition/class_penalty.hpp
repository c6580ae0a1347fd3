#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

// What publishing a class's values of one attribute costs each of its tuples, by a measure of loss:
// the penalty of the values themselves or, with a hierarchy, of what their lowest common label
// covers.
class AttributePenalty {
 public:
  enum class Kind { range, set, label };

  // `column` are the codes of the table's rows, or of a histogram's tuples with their `times`.
  explicit AttributePenalty(const Attribute& attribute, LossMeasure measure = LossMeasure::width,
                            std::span<const Code> column = {}, const Progress& progress = {},
                            std::span<const std::uint32_t> times = {});

  Kind kind() const { return kind_; }
  // Of a value by itself, as it is published.
  double of_value(Code code) const {
    if (penalty_.measure() == LossMeasure::width) return 0;
    if (kind_ == Kind::range) return penalty_.of_range(code, code);
    return kind_ == Kind::set ? penalty_.of_value(code) : of_label(0, code);
  }
  // Of the values from `low` to `high`.
  double of_range(Code low, Code high) const { return penalty_.of_range(low, high); }
  // Of values, by their weights together.
  std::uint64_t weight(Code code) const { return penalty_.weight(code); }
  double of_set(std::uint64_t weight) const { return penalty_.of_weight(weight); }
  // Of the label of a code at a level of the hierarchy.
  double of_label(std::size_t level, Code code) const {
    return of_label_[level][hierarchy_->label_of_code[level][code]];
  }
  const Hierarchy& hierarchy() const { return *hierarchy_; }
  Code distinct() const { return distinct_; }

  // Of all of a class's values: `codes` ascend, without repetition. Of those that a range is made
  // of, its ends suffice.
  double of(std::span<const Code> codes) const;
  // The same where the values themselves are shown, whatever they could be generalized to.
  double of_values(std::span<const Code> codes) const { return penalty_.of(codes); }

  LossMeasure measure() const { return penalty_.measure(); }

 private:
  CoverPenalty penalty_;
  Kind kind_;
  Code distinct_;
  const Hierarchy* hierarchy_ = nullptr;
  std::vector<std::vector<double>> of_label_;
};

// The level of the lowest label that all codes have in common.
std::size_t common_level(const Hierarchy& hierarchy, std::span<const Code> codes);

// The penalty of a class as tuples join it, over several attributes.
class GrowingClass {
 public:
  explicit GrowingClass(std::span<const AttributePenalty> attributes);

  // Begins a class of which `attributes` are looked at.
  void begin(std::span<const std::uint32_t> attributes);
  // Begins another, of which the same are.
  void clear();
  // `codes` has one code for each attribute that is looked at.
  void add(const Code* codes);
  // Summed over these attributes, of one tuple.
  double penalty() const { return penalty_; }
  // Of the i-th of them.
  double penalty(std::size_t i) const { return state_[i].penalty; }

 private:
  struct State {
    std::size_t level = 0;
    std::uint64_t weight = 0;  // of a set
    double penalty = 0;
  };

  void add_first(const Code* codes);
  void charge_first(const Code* codes);
  // Whether a tuple changes nothing: asked of every tuple, and nearly always so.
  bool has(const Code* codes) const;
  // Of an attribute that is no range.
  bool has(std::size_t i, Code code) const;
  // The penalty of an attribute with a code that it has not.
  double grow(std::size_t i, Code code);

  std::span<const AttributePenalty> attributes_;
  std::vector<std::uint32_t> looked_at_;
  std::vector<State> state_;
  // By attribute that is looked at: the ends of a range. All codes lie between those of the others,
  // `no_ranges_`, so that ranges are compared without a look at what they are of.
  std::vector<Code> low_;
  std::vector<Code> high_;
  std::vector<std::size_t> no_ranges_;
  std::vector<std::uint8_t> is_range_;
  // Of labels: a code of the class.
  std::vector<Code> first_;
  // For sets: the round in which a code was last seen.
  std::vector<std::vector<std::uint32_t>> seen_;
  std::uint32_t round_ = 0;
  double penalty_ = 0;
  // By entropy a value by itself has a penalty, too.
  bool values_cost_ = false;
  bool empty_ = true;
};

}  // namespace microdata
