#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/microdata/microdata.hpp"

namespace microdata {

// True values of all persons of a table in a sensitive attribute: one value each or, if persons
// have several rows, at least one. Guesses are judged by them; no attacker sees them.
class TrueValues {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): persons with one row are the usual case.
  TrueValues(std::span<const Code> one_each) : values_(one_each) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  TrueValues(const std::vector<Code>& one_each) : values_(one_each) {}
  // Constructs the values of persons with several rows: those of person i are values[first[i]] ..
  // values[first[i + 1] - 1]. Both spans must outlive the object.
  TrueValues(std::span<const std::size_t> first, std::span<const Code> values)
      : first_(first), values_(values) {}

  std::span<const Code> of(Row person) const {
    return first_.empty()
               ? values_.subspan(person, 1)
               : values_.subspan(first_[person], first_[person + std::size_t{1}] - first_[person]);
  }
  bool has(Row person, Code value) const {
    const std::span<const Code> values = of(person);
    return std::find(values.begin(), values.end(), value) != values.end();
  }

 private:
  std::span<const std::size_t> first_;
  std::span<const Code> values_;
};

}  // namespace microdata
