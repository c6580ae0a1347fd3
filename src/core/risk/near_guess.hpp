#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/microdata/code.hpp"
#include "core/risk/value_classes.hpp"

namespace microdata {

// How far from a number a guess of it may be: so much or, as a share, so much of the number.
struct Tolerance {
  double number = 0;
  bool is_share = false;
};

// A tenth of the standard deviation of numbers, to three digits, which do not depend on the order
// of summing up. `times`: how often each of them occurs. Numbers that are not finite do not count.
Tolerance default_tolerance(std::span<const double> numbers, std::span<const std::uint64_t> times);
// The same by the standard deviation itself.
Tolerance default_tolerance(double deviation);

// The values that a guess of a number comes near: those of the places, in the order of numbers,
// from one to another. None at first.
struct NearSpan {
  Code first = 1;
  Code last = 0;
  // The place of each value, in NearValues, which must outlive this; empty where codes are the
  // places.
  std::span<const Code> places = {};

  bool has(Code value) const {
    const Code place = places.empty() ? value : places[value];
    return first <= place && place <= last;
  }
  bool has_any(std::span<const Code> values) const;
};

// Which values of a sensitive attribute a single guess can come near. A guess is any number: it
// need not be a value that occurs. A value without a finite number, such as NULL, is guessed by
// itself.
class NearValues {
 public:
  // `numbers`: by code, ascending, as in Attribute::projection, or in any order, as those of texts
  // are. A share is above 0 and below 1.
  NearValues(std::span<const double> numbers, const Tolerance& tolerance);

  Code values() const { return static_cast<Code>(last_.size()); }
  // True if no guess comes near two values: then the near guess is the most probable value.
  bool is_exact() const { return is_exact_; }
  // Values by their places; empty where codes are the places.
  std::span<const Code> in_order() const { return in_order_; }
  Code place(Code value) const { return places_.empty() ? value : places_[value]; }
  Code value_at(Code place) const { return in_order_.empty() ? place : in_order_[place]; }
  // The last place that a guess can come near that comes near `first` as well.
  Code last(Code first) const { return last_[first]; }
  // The first place that a guess can come near that comes near `last` as well.
  Code first(Code last) const;
  NearSpan span(Code first_place, Code last_place) const {
    return {first_place, last_place, places_};
  }
  NearSpan only(Code value) const { return span(place(value), place(value)); }

 private:
  void find_last(std::span<const double> numbers, const Tolerance& tolerance);

  // By place, ascending.
  std::vector<Code> last_;
  bool is_exact_ = true;
  std::vector<Code> in_order_;
  std::vector<Code> places_;
};

// The guess of the largest probability to come near, and the values that it comes near.
struct NearGuess {
  NearSpan span;
  double probability = 0;
};

// An outcome has a value. An outcome that has several values, as of a person with several rows, is
// several chances of the same number and probability.
struct ValueChance {
  Code value = 0;
  std::uint32_t outcome = 0;
  double probability = 0;
};

// The guess that comes near a value of the most probable outcomes: the first of equally good ones.
// Sorts the chances. Outcomes are numbered from 0; without chances the span is empty.
NearGuess guess_near(std::vector<ValueChance>& chances, const NearValues& near);

// The same by the weight of each value: those of the first values, or of all.
NearGuess guess_near(std::span<const double> weights, const NearValues& near);

// The values near the best single guess for everybody, by how many rows of a release have each.
NearSpan near_most(std::span<const std::uint64_t> rows, const NearValues& near);

// Near guesses by what a model says of classes of values. The guesses looked at begin at the first
// value of a class or end at its last one, or are the best by one class: where each class is a
// value, one of them is the best of all. All classes but one at most are intervals of numbers.
class NearClasses {
 public:
  NearClasses(const ValueClasses& classes, const NearValues& near);

  NearGuess guess(std::span<const double> of_classes);

 private:
  struct Candidate {
    NearSpan span;
    // Intervals that it comes near wholly, from one place in their order to before another.
    std::size_t begin = 0;
    std::size_t end = 0;
    // Other classes, and the share of each.
    std::vector<std::pair<Code, double>> parts;
  };

  // Classes in the order of their values.
  std::vector<Code> intervals_;
  std::vector<Candidate> candidates_;
  // The probability of the classes before a place in their order.
  std::vector<double> before_;
};

}  // namespace microdata
