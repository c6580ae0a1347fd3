#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

// Penalty that each tuple of a class pays for the published values of one attribute, by a measure
// of loss. The penalty is that of the values themselves or, with a hierarchy, of the values that
// their lowest common label covers.
class AttributePenalty {
 public:
  enum class Kind { range, set, label };

  // Builds the penalty. `column` has the codes of the table's rows, or of a histogram's tuples with
  // their `times`.
  explicit AttributePenalty(const Attribute& attribute, LossMeasure measure = LossMeasure::width,
                            std::span<const Code> column = {}, const Progress& progress = {},
                            std::span<const std::uint32_t> times = {});

  Kind kind() const { return kind_; }
  // Returns the penalty of a single published value.
  double of_value(Code code) const {
    if (penalty_.measure() == LossMeasure::width) return 0;
    if (kind_ == Kind::range) return penalty_.of_range(code, code);
    return kind_ == Kind::set ? penalty_.of_value(code) : of_label(0, code);
  }
  // Returns the penalty of the values from `low` to `high`.
  double of_range(Code low, Code high) const { return penalty_.of_range(low, high); }
  // Returns the weight of a value. of_set() returns the penalty of a set of values by their total
  // weight.
  std::uint64_t weight(Code code) const { return penalty_.weight(code); }
  double of_set(std::uint64_t weight) const { return penalty_.of_weight(weight); }
  // Returns the penalty of the label of a code at a level of the hierarchy.
  double of_label(std::size_t level, Code code) const {
    return of_label_[level][hierarchy_->label_of_code[level][code]];
  }
  const Hierarchy& hierarchy() const { return *hierarchy_; }
  Code distinct() const { return distinct_; }

  // Returns the penalty of all values of a class. `codes` ascend without repetition; for a range,
  // its two ends suffice.
  double of(std::span<const Code> codes) const;
  // Returns the penalty of values that are shown unchanged, even if a hierarchy exists.
  double of_values(std::span<const Code> codes) const { return penalty_.of(codes); }

  LossMeasure measure() const { return penalty_.measure(); }

 private:
  CoverPenalty penalty_;
  Kind kind_;
  Code distinct_;
  const Hierarchy* hierarchy_ = nullptr;
  std::vector<std::vector<double>> of_label_;
};

// Returns the level of the lowest label that all codes share.
std::size_t common_level(const Hierarchy& hierarchy, std::span<const Code> codes);

// Penalty of a growing class over several attributes.
class GrowingClass {
 public:
  explicit GrowingClass(std::span<const AttributePenalty> attributes);

  // Begins a class. Only `attributes` are examined.
  void begin(std::span<const std::uint32_t> attributes);
  // Begins another class with the same attributes.
  void clear();
  // Adds a tuple. `codes` has one code for each examined attribute.
  void add(const Code* codes);
  // Returns the penalty of one tuple, summed over the examined attributes.
  double penalty() const { return penalty_; }
  // Returns the penalty of the i-th examined attribute.
  double penalty(std::size_t i) const { return state_[i].penalty; }

 private:
  struct State {
    std::size_t level = 0;
    std::uint64_t weight = 0;  // weight of a set
    double penalty = 0;
  };

  void add_first(const Code* codes);
  void charge_first(const Code* codes);
  // True if a tuple changes nothing. The function is called for every tuple, and the result is
  // nearly always true.
  bool has(const Code* codes) const;
  // True if the class has the code of an attribute that is not a range.
  bool has(std::size_t i, Code code) const;
  // Adds a new code of an attribute and returns the attribute's penalty.
  double grow(std::size_t i, Code code);

  std::span<const AttributePenalty> attributes_;
  std::vector<std::uint32_t> looked_at_;
  std::vector<State> state_;
  // Ends of the range of each examined attribute. The ends of all other attributes, `no_ranges_`,
  // include every code, so ranges are compared without a test of their kind.
  std::vector<Code> low_;
  std::vector<Code> high_;
  std::vector<std::size_t> no_ranges_;
  std::vector<std::uint8_t> is_range_;
  // Sets of at most 64 codes among the examined attributes, with a bit for each code of the class.
  std::vector<std::size_t> small_sets_;
  std::vector<std::uint64_t> members_;
  // A code of the class for each label.
  std::vector<Code> first_;
  // Round in which each code of a larger set was last seen.
  std::vector<std::vector<std::uint32_t>> seen_;
  std::uint32_t round_ = 0;
  double penalty_ = 0;
  // True if single values have penalties too, as with the entropy measure.
  bool values_cost_ = false;
  bool empty_ = true;
};

}  // namespace microdata
