#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"

namespace microdata {

// Sorts by an unsigned key of at most `max_key`, stably, in linear time and with checkpoints.
// std::sort has no checkpoints, which a cancellable computation needs.
template <typename T, typename Key>
void radix_sort(std::span<T> items, std::uint64_t max_key, const Key& key,
                const Progress& progress) {
  constexpr std::size_t tiny = 32;
  constexpr std::size_t small = 4096;
  constexpr unsigned digit_bits = 11;
  constexpr std::size_t radix = std::size_t{1} << digit_bits;
  if (items.size() <= tiny) {
    for (std::size_t i = 1; i < items.size(); ++i) {
      const T item = items[i];
      std::size_t hole = i;
      for (; hole > 0 && key(item) < key(items[hole - 1]); --hole)
        items[hole] = items[hole - 1];
      items[hole] = item;
    }
    return;
  }
  if (items.size() <= small) {
    std::stable_sort(items.begin(), items.end(),
                     [&](const T& a, const T& b) { return key(a) < key(b); });
    return;
  }
  std::vector<T> scratch(items.size());
  std::span<T> from = items;
  std::span<T> to = scratch;
  for (unsigned shift = 0; shift < 64 && (max_key >> shift) != 0; shift += digit_bits) {
    std::array<std::size_t, radix + 1> next{};
    const auto digit = [&](const T& item) { return (key(item) >> shift) & (radix - 1); };
    for (std::size_t i = 0; i < from.size(); ++i) {
      progress.checkpoint_at(i);
      ++next[digit(from[i]) + 1];
    }
    for (std::size_t d = 1; d <= radix; ++d)
      next[d] += next[d - 1];
    for (std::size_t i = 0; i < from.size(); ++i) {
      progress.checkpoint_at(i);
      to[next[digit(from[i])]++] = from[i];
    }
    std::swap(from, to);
  }
  if (from.data() != items.data()) std::copy(from.begin(), from.end(), items.begin());
}

}  // namespace microdata
