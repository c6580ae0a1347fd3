#include "core/base/grouped.hpp"

#include <algorithm>
#include <iterator>

#include "core/base/radix_sort.hpp"

namespace microdata {

Grouped<std::uint32_t> group_numbers(std::span<const std::uint32_t> group_of, std::size_t groups,
                                     const Progress& progress) {
  return group_by(
      group_of, groups, [](std::size_t i) { return static_cast<std::uint32_t>(i); }, progress);
}

Grouped<std::uint32_t> group_in_order(std::span<const std::uint32_t> group_of, std::size_t groups,
                                      std::span<const std::uint32_t> order,
                                      const Progress& progress) {
  std::vector<std::uint32_t> groups_in_order;
  groups_in_order.reserve(order.size());
  for (const std::uint32_t number : order)
    groups_in_order.push_back(group_of[number]);
  return group_by(
      std::span<const std::uint32_t>(groups_in_order), groups,
      [&](std::size_t place) { return order[place]; }, progress);
}

Grouped<std::uint32_t> group_elements(std::span<const std::uint32_t> group_of, std::uint32_t groups,
                                      std::span<const std::uint32_t> elements,
                                      std::uint32_t distinct, const Progress& progress) {
  std::vector<std::uint32_t> order;
  order.reserve(group_of.size());
  for (std::size_t i = 0; i < group_of.size(); ++i) {
    progress.checkpoint_at(i);
    if (elements[i] != nowhere) order.push_back(static_cast<std::uint32_t>(i));
  }
  radix_sort(
      std::span(order), distinct, [&](std::uint32_t i) { return elements[i]; }, progress);
  Grouped<std::uint32_t> result = group_in_order(group_of, groups, order, progress);
  for (std::uint32_t& item : result.items)
    item = elements[item];
  return result;
}

Grouped<std::uint32_t> once_each(const Grouped<std::uint32_t>& elements, const Progress& progress) {
  Grouped<std::uint32_t> result;
  for (std::uint32_t group = 0; group < elements.groups(); ++group) {
    progress.checkpoint_at(group);
    const std::span<const std::uint32_t> all = elements[group];
    std::unique_copy(all.begin(), all.end(), std::back_inserter(result.items));
    result.end_group();
  }
  return result;
}

}  // namespace microdata
