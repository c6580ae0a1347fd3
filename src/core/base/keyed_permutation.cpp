#include "core/base/keyed_permutation.hpp"

#include <array>
#include <cmath>

namespace microdata {

// Chooses the bases. Any base near the root serves, so that rounding does no harm.
KeyedPermutation::KeyedPermutation(const SipKey& key, std::uint64_t size)
    : key_(key),
      size_(size),
      low_base_(static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(size))))),
      high_base_((size + low_base_ - 1) / low_base_) {}

std::uint64_t KeyedPermutation::once(std::uint64_t number) const {
  std::uint64_t low = number % low_base_;
  std::uint64_t high = number / low_base_;
  // The word holds round and digit, because digits are below 2^32.
  const auto hash = [&](std::uint64_t round, std::uint64_t digit) {
    const std::array<std::uint64_t, 1> message{round << 32U | digit};
    return sip_hash(key_, message)[0];
  };
  for (std::uint64_t round = 0; round < rounds; round += 2) {
    low = (low + hash(round, high) % low_base_) % low_base_;
    high = (high + hash(round + 1, low) % high_base_) % high_base_;
  }
  return low + low_base_ * high;
}

std::uint64_t KeyedPermutation::operator()(std::uint64_t index) const {
  std::uint64_t number = once(index);
  while (number >= size_)
    number = once(number);
  return number;
}

}  // namespace microdata
