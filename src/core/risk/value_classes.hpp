#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/code.hpp"

namespace microdata {

// Classes of a sensitive attribute's values that a model learns: the most frequent values, and all
// others as one class. The time of the model thus does not grow with rare values, from which little
// can be learned.
struct ValueClasses {
  static constexpr Code most = 256;
  static constexpr Code most_intervals = 64;

  Code classes = 0;
  // Class of each value, and share of the value among the occurrences of the class. Values that do
  // not occur have the class 0 and the share 0.
  std::vector<Code> class_of;
  std::vector<double> share;
  // Most frequent value of each class.
  std::vector<Code> value_of;
};

// Returns the classes of values; `occurrences` is by value.
ValueClasses classes_of_values(std::span<const std::uint64_t> occurrences);

// True if several values share a class.
bool are_too_many(std::span<const std::uint64_t> occurrences);

// Returns classes of numbers for near guesses: each class is an interval of values in their order,
// and all classes have about equally many occurrences. `in_order` has the values in the order of
// their numbers; it is empty if codes are in this order.
ValueClasses intervals_of_values(std::span<const std::uint64_t> occurrences,
                                 std::span<const Code> in_order = {});

}  // namespace microdata
