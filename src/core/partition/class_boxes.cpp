#include "core/partition/class_boxes.hpp"

#include <algorithm>

namespace microdata {

ClassBoxes::ClassBoxes(std::size_t attributes, std::span<const PlaceSpan> spans)
    : attributes_(attributes), boxes_(attributes == 0 ? 0 : spans.size() / attributes) {
  while (leaves_ < boxes_)
    leaves_ *= 2;
  nodes_.resize(2 * leaves_ * attributes_);
  std::copy(spans.begin(), spans.end(),
            nodes_.begin() + static_cast<std::ptrdiff_t>(leaves_ * attributes_));
  for (std::size_t at = leaves_; at-- > 1;) {
    for (std::size_t a = 0; a < attributes_; ++a) {
      const PlaceSpan& left = node(2 * at)[a];
      const PlaceSpan& right = node(2 * at + 1)[a];
      // The last box has no sibling.
      node(at)[a] = right.empty()
                        ? left
                        : PlaceSpan{std::min(left.from, right.from), std::max(left.to, right.to)};
    }
  }
}

void ClassBoxes::set(std::size_t number, std::size_t attribute, const PlaceSpan& span) {
  for (std::size_t at = leaves_ + number; at > 0; at /= 2) {
    PlaceSpan& here = node(at)[attribute];
    const PlaceSpan wider{std::min(here.from, span.from), std::max(here.to, span.to)};
    if (wider == here) break;
    here = wider;
  }
}

}  // namespace microdata
