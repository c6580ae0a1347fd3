#pragma once

#include <cmath>
#include <span>

#include "core/microdata/microdata.hpp"

namespace microdata {

// The normalized certainty penalty (Xu et al., "Utility-based anonymization using local recoding",
// KDD 2006) of publishing several values of an attribute in place of one: 0 for a value by itself,
// 1 for the whole domain, which is what the data has.
//   Numbers: their width by that of the domain; where one of them is no finite number, NULL among
//   them, and it does not stand alone, 1.
//   Others: their number by that of the domain.
class CertaintyPenalty {
 public:
  explicit CertaintyPenalty(const Attribute& attribute);

  // `codes` ascend, without repetition; at least one.
  double of(std::span<const Code> codes) const;

  // Of the numbers from one to another, which are not the same.
  double of_range(Code low, Code high) const {
    const double least = attribute_->projection[low];
    const double greatest = attribute_->projection[high];
    if (!std::isfinite(least) || !std::isfinite(greatest)) return 1;
    return width_ > 0 ? (greatest / 2 - least / 2) / width_ : 0;
  }

 private:
  const Attribute* attribute_;
  double width_ = 0;
};

}  // namespace microdata
