#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/microdata/code.hpp"
#include "core/risk/value_classes.hpp"

namespace microdata {

// Largest distance of a near guess from a number: an absolute number, or a share of the number.
struct Tolerance {
  double number = 0;
  bool is_share = false;
};

// Returns a tenth of the standard deviation of numbers, to three digits, which do not depend on the
// order of summation. `times` has the number of occurrences of each number. Numbers that are not
// finite do not count.
Tolerance default_tolerance(std::span<const double> numbers, std::span<const std::uint64_t> times);
// Returns the default tolerance for a standard deviation.
Tolerance default_tolerance(double deviation);

// The values that a guess of a number is near: those of the places from `first` to `last`, in the
// order of numbers. Empty by default.
struct NearSpan {
  Code first = 1;
  Code last = 0;
  // Place of each value, in NearValues, which must outlive the span; empty if codes are the places.
  std::span<const Code> places = {};

  bool has(Code value) const {
    const Code place = places.empty() ? value : places[value];
    return first <= place && place <= last;
  }
  bool has_any(std::span<const Code> values) const;
};

// The values of a sensitive attribute that one guess can be near. A guess is any number, and need
// not be a value that occurs. A value without a finite number, such as NULL, is near only itself.
class NearValues {
 public:
  // Constructs the values from `numbers`, by code. They are ascending, as in Attribute::projection,
  // or in any order, as for texts. A share is above 0 and below 1.
  NearValues(std::span<const double> numbers, const Tolerance& tolerance);

  Code values() const { return static_cast<Code>(last_.size()); }
  // True if no guess is near two values, so that the near guess is the most probable value.
  bool is_exact() const { return is_exact_; }
  // Returns the values by their places; empty if codes are the places.
  std::span<const Code> in_order() const { return in_order_; }
  Code place(Code value) const { return places_.empty() ? value : places_[value]; }
  Code value_at(Code place) const { return in_order_.empty() ? place : in_order_[place]; }
  // Returns the last place that a guess near `first` can also be near.
  Code last(Code first) const { return last_[first]; }
  // Returns the first place that a guess near `last` can also be near.
  Code first(Code last) const;
  NearSpan span(Code first_place, Code last_place) const {
    return {first_place, last_place, places_};
  }
  NearSpan only(Code value) const { return span(place(value), place(value)); }

 private:
  void find_last(std::span<const double> numbers, const Tolerance& tolerance);

  // Last place for each place, ascending.
  std::vector<Code> last_;
  bool is_exact_ = true;
  std::vector<Code> in_order_;
  std::vector<Code> places_;
};

// The guess with the largest probability of being near, and the values that it is near.
struct NearGuess {
  NearSpan span;
  double probability = 0;
};

// A value of an outcome and the outcome's probability. An outcome with several values, as of a
// person with several rows, is several chances with the same outcome and probability.
struct ValueChance {
  Code value = 0;
  std::uint32_t outcome = 0;
  double probability = 0;
};

// Returns the guess that is near a value of outcomes with the largest total probability, the first
// of equally good ones. Sorts the chances. Outcomes are numbered from 0; without chances the span
// is empty.
NearGuess guess_near(std::vector<ValueChance>& chances, const NearValues& near);

// Returns the guess with the largest total weight of values; weights are those of the first values,
// or of all.
NearGuess guess_near(std::span<const double> weights, const NearValues& near);

// Returns the values near the best single guess for all persons, by the number of rows of a release
// with each value.
NearSpan near_most(std::span<const std::uint64_t> rows, const NearValues& near);

// Near guesses by a model's probabilities of classes of values. The guesses examined begin at the
// first value of a class, end at its last one, or are the best by one class. If each class is a
// value, one of them is the best guess of all. All classes, or all but one, are intervals of
// numbers.
class NearClasses {
 public:
  NearClasses(const ValueClasses& classes, const NearValues& near);

  NearGuess guess(std::span<const double> of_classes);

 private:
  struct Candidate {
    NearSpan span;
    // Intervals that the guess is wholly near: places `begin` .. `end` - 1 in their order.
    std::size_t begin = 0;
    std::size_t end = 0;
    // Classes that the guess is near only in part, and the share of each.
    std::vector<std::pair<Code, double>> parts;
  };

  // Classes in the order of their values.
  std::vector<Code> intervals_;
  std::vector<Candidate> candidates_;
  // Total probability of the classes before each place in their order.
  std::vector<double> before_;
};

}  // namespace microdata
