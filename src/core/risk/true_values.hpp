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
  std::size_t persons() const { return first_.empty() ? values_.size() : first_.size() - 1; }
  bool has(Row person, Code value) const {
    const std::span<const Code> values = of(person);
    return std::find(values.begin(), values.end(), value) != values.end();
  }

 private:
  std::span<const std::size_t> first_;
  std::span<const Code> values_;
};

// True values without harmless ones (Attribute::harmless). Persons who have only harmless values
// have none.
class SecretValues {
 public:
  SecretValues(const TrueValues& truth, std::span<const std::uint8_t> harmless) : all_(truth) {
    if (harmless.empty()) return;
    first_.reserve(truth.persons() + 1);
    for (Row person = 0; person < truth.persons(); ++person) {
      for (const Code value : truth.of(person)) {
        if (harmless[value] == 0) values_.push_back(value);
      }
      first_.push_back(values_.size());
    }
  }

  TrueValues values() const { return first_.size() > 1 ? TrueValues(first_, values_) : all_; }

 private:
  TrueValues all_;
  std::vector<std::size_t> first_{0};
  std::vector<Code> values_;
};

}  // namespace microdata
