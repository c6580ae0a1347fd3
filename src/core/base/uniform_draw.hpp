#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

namespace microdata {

// Function that draws uniformly from 0 .. bound - 1, for a bound above 0. A test can replace it by
// each possible draw in turn, and so compute the exact probability of each release.
using UniformDraw = std::function<std::uint32_t(std::uint32_t bound)>;

// Shuffles `items`, at most 2^32 - 1, with every order equally likely (Fisher and Yates).
template <typename T, typename Draw>
void shuffle(std::span<T> items, const Draw& draw) {
  for (std::size_t remaining = items.size(); remaining > 1; --remaining)
    std::swap(items[remaining - 1], items[draw(static_cast<std::uint32_t>(remaining))]);
}

}  // namespace microdata
