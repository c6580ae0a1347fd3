#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/code.hpp"

namespace microdata {

// The values of a sensitive attribute as a model learns them: those that occur most often, and all
// others as one, so that the model's time does not grow with rare values, of which there is little
// to be learned.
struct ValueClasses {
  static constexpr Code most = 256;
  static constexpr Code most_intervals = 64;

  Code classes = 0;
  // By value: its class, and its share among the occurrences of the class. Values that do not occur
  // have the class 0 and no share.
  std::vector<Code> class_of;
  std::vector<double> share;
  // By class: its most frequent value.
  std::vector<Code> value_of;
};

// `occurrences`: by value.
ValueClasses classes_of_values(std::span<const std::uint64_t> occurrences);

// True if some values are a class together.
bool are_too_many(std::span<const std::uint64_t> occurrences);

// The same of numbers, of guesses that come near: each class is an interval of values in their
// order, and all have about as many occurrences. `in_order`: the values in the order of their
// numbers; empty where codes are in that order.
ValueClasses intervals_of_values(std::span<const std::uint64_t> occurrences,
                                 std::span<const Code> in_order = {});

}  // namespace microdata
