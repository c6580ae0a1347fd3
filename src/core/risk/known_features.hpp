#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Values of one attribute of every person, as the attacker knows them.
struct KnownAttribute {
  std::vector<Code> codes;
  Code distinct = 0;
  // True if codes are in the order of numbers.
  bool numeric = false;
};

// Known attributes as features of a regression: one feature that all persons have, and one of each
// attribute. Many numbers are divided into intervals with equally many persons, and so are other
// values of few persons, in the order of their codes.
class KnownFeatures {
 public:
  // Constructs the features from the first `persons` persons, and assigns them to all persons up to
  // `all`.
  KnownFeatures(std::span<const KnownAttribute> known, std::size_t persons, std::size_t all,
                const Progress& progress);
  KnownFeatures(std::span<const KnownAttribute> known, std::size_t persons,
                const Progress& progress)
      : KnownFeatures(known, persons, persons, progress) {}

  // Returns the number of features; the features of each person are below it.
  std::size_t count() const { return count_; }
  std::size_t of_each() const { return of_each_; }
  std::span<const std::uint32_t> of(Row person) const {
    return std::span(features_).subspan(std::size_t{person} * of_each_, of_each_);
  }

 private:
  std::size_t count_ = 1;
  std::size_t of_each_;
  std::vector<std::uint32_t> features_;
};

}  // namespace microdata
