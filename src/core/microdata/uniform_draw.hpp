#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

namespace microdata {

// Draws uniformly from 0 .. bound - 1, for a bound above 0. Where what is drawn decides what a
// release looks like, a test can put every draw in turn in its place and so learn exactly how
// probable each release is.
using UniformDraw = std::function<std::uint32_t(std::uint32_t bound)>;

// Fisher and Yates: every order of `items` is equally likely. At most 2^32 - 1 items.
template <typename T, typename Draw>
void shuffle(std::span<T> items, const Draw& draw) {
  for (std::size_t remaining = items.size(); remaining > 1; --remaining)
    std::swap(items[remaining - 1], items[draw(static_cast<std::uint32_t>(remaining))]);
}

}  // namespace microdata
