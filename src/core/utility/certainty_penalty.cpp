#include "core/utility/certainty_penalty.hpp"

#include <algorithm>
#include <cmath>

namespace microdata {

CertaintyPenalty::CertaintyPenalty(const Attribute& attribute) : attribute_(&attribute) {
  if (!attribute.numeric()) return;
  const auto is_finite = [](double value) { return std::isfinite(value); };
  const std::vector<double>& values = attribute.projection;
  const auto first = std::find_if(values.begin(), values.end(), is_finite);
  if (first == values.end()) return;
  const auto last = std::find_if(values.rbegin(), values.rend(), is_finite);
  width_ = *last / 2 - *first / 2;
}

double CertaintyPenalty::of(std::span<const Code> codes) const {
  if (codes.size() == 1) return 0;
  if (!attribute_->numeric()) {
    return static_cast<double>(codes.size()) / attribute_->distinct;
  }
  return of_range(codes.front(), codes.back());
}

}  // namespace microdata
