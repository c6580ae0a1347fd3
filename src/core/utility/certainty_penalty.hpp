#pragma once

#include <cmath>
#include <span>

#include "core/microdata/microdata.hpp"

namespace microdata {

// Normalized certainty penalty of publishing several values of an attribute in place of one (Xu et
// al., "Utility-based anonymization using local recoding", KDD 2006). A single value has penalty 0,
// the whole domain of the data 1.
//   Numbers: the width of the values divided by the width of the domain. The penalty is 1 if
//     several values include one that is not finite, such as NULL.
//   Others: the number of values divided by the number of values of the domain.
class CertaintyPenalty {
 public:
  explicit CertaintyPenalty(const Attribute& attribute);

  // Returns the penalty of `codes`, which ascend without repetition and are not empty.
  double of(std::span<const Code> codes) const;

  // Returns the penalty of the numbers from `low` to `high`, which differ.
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
