#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace microdata {

// Places `from` .. `to` - 1 of an attribute's domain.
struct PlaceSpan {
  std::uint32_t from = 0;
  std::uint32_t to = 0;

  bool empty() const { return from >= to; }
  bool meets(const PlaceSpan& other) const { return from < other.to && other.from < to; }
  bool operator==(const PlaceSpan& other) const = default;
};

// An index over boxes of several attributes. It finds the boxes that meet another box without
// examining all boxes. Neighbouring boxes share nodes, so they should be near each other.
class ClassBoxes {
 public:
  // Builds the index. `spans` has one nonempty span for each attribute of the first box, then of
  // the next.
  ClassBoxes(std::size_t attributes, std::span<const PlaceSpan> spans);

  std::size_t boxes() const { return boxes_; }
  std::span<const PlaceSpan> box(std::size_t number) const { return node(leaves_ + number); }
  // Widens a box in one attribute.
  void set(std::size_t number, std::size_t attribute, const PlaceSpan& span);
  // Calls visit(number) for the boxes that meet `wanted` in all attributes. The visitor can narrow
  // `wanted`; the search ends when `wanted` is empty.
  template <typename Visit>
  void for_each_that_meets(const std::vector<PlaceSpan>& wanted, std::vector<std::size_t>& pending,
                           Visit visit) const {
    pending.assign(1, 1);
    while (!pending.empty()) {
      const std::size_t at = pending.back();
      pending.pop_back();
      if (!meets(node(at), wanted)) continue;
      if (at >= leaves_) {
        visit(at - leaves_);
      } else {
        pending.push_back(2 * at);
        pending.push_back(2 * at + 1);
      }
    }
  }

 private:
  static bool meets(std::span<const PlaceSpan> box, const std::vector<PlaceSpan>& wanted) {
    for (std::size_t a = 0; a < wanted.size(); ++a) {
      if (!box[a].meets(wanted[a])) return false;
    }
    return true;
  }
  std::span<const PlaceSpan> node(std::size_t at) const {
    return std::span(nodes_).subspan(at * attributes_, attributes_);
  }
  std::span<PlaceSpan> node(std::size_t at) {
    return std::span(nodes_).subspan(at * attributes_, attributes_);
  }

  std::size_t attributes_;
  std::size_t boxes_;
  // Nodes of a binary tree by levels, with the root at 1. The boxes are the last level.
  std::size_t leaves_ = 1;
  std::vector<PlaceSpan> nodes_;
};

}  // namespace microdata
