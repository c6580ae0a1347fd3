#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"

namespace microdata {

// The number of no group, or of no element: members of neither are left out.
inline constexpr std::uint32_t nowhere = static_cast<std::uint32_t>(-1);

// Items of groups that are numbered from 0, one group after the other.
template <typename Item>
struct Grouped {
  // The place of each group's first item, and the number of all items.
  std::vector<std::size_t> first{0};
  std::vector<Item> items;

  std::uint32_t groups() const { return static_cast<std::uint32_t>(first.size() - 1); }
  std::size_t size(std::size_t group) const { return first[group + 1] - first[group]; }
  std::span<const Item> operator[](std::size_t group) const {
    return std::span(items).subspan(first[group], size(group));
  }
  std::span<Item> operator[](std::size_t group) {
    return std::span(items).subspan(first[group], size(group));
  }
  // Ends a group of the items that were added since the last one ended.
  void end_group() { first.push_back(items.size()); }
};

// Returns item(i) of each number i by its group, in ascending order of i within a group.
template <typename ItemOf>
auto group_by(std::span<const std::uint32_t> group_of, std::size_t groups, const ItemOf& item,
              const Progress& progress) -> Grouped<decltype(item(std::size_t{}))> {
  Grouped<decltype(item(std::size_t{}))> result;
  result.first.resize(groups + 1);
  progress.in_blocks(group_of.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (group_of[i] != nowhere) ++result.first[std::size_t{group_of[i]} + 1];
    }
  });
  for (std::size_t group = 1; group <= groups; ++group)
    result.first[group] += result.first[group - 1];
  result.items.resize(result.first.back());
  std::vector<std::size_t> next(result.first.begin(), result.first.end() - 1);
  progress.in_blocks(group_of.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (group_of[i] != nowhere) result.items[next[group_of[i]]++] = item(i);
    }
  });
  return result;
}

// Returns the numbers 0, 1, ... of group_of by their group.
Grouped<std::uint32_t> group_numbers(std::span<const std::uint32_t> group_of, std::size_t groups,
                                     const Progress& progress);

// Returns the numbers of `order` by their group, in this order within a group.
Grouped<std::uint32_t> group_in_order(std::span<const std::uint32_t> group_of, std::size_t groups,
                                      std::span<const std::uint32_t> order,
                                      const Progress& progress);

// Returns elements[i] by group_of[i], in ascending order within a group. An element is below
// `distinct`, or `nowhere`.
Grouped<std::uint32_t> group_elements(std::span<const std::uint32_t> group_of, std::uint32_t groups,
                                      std::span<const std::uint32_t> elements,
                                      std::uint32_t distinct, const Progress& progress);

// Returns each element of a group once; a group's elements are in order.
Grouped<std::uint32_t> once_each(const Grouped<std::uint32_t>& elements, const Progress& progress);

}  // namespace microdata
