#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// What an adversary knows of one attribute of every person.
struct KnownAttribute {
  std::vector<Code> codes;
  Code distinct = 0;
  // Whether codes are in the order of numbers.
  bool numeric = false;
};

// Known attributes as a regression takes them: one of all persons, and one of each attribute. Where
// there are many numbers they go by intervals with as many persons each, as do other values of few
// persons, in the order of their codes.
class KnownFeatures {
 public:
  // The first `persons` decide what the features are; then the others up to `all` have them too.
  KnownFeatures(std::span<const KnownAttribute> known, std::size_t persons, std::size_t all,
                const Progress& progress);
  KnownFeatures(std::span<const KnownAttribute> known, std::size_t persons,
                const Progress& progress)
      : KnownFeatures(known, persons, persons, progress) {}

  // Of all persons; below it are the features of each.
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
