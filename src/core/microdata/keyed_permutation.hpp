#pragma once

#include <cstdint>

#include "core/microdata/sip_hash.hpp"

namespace microdata {

// A permutation of 0 .. size - 1 that a key chooses, without a table of it: numbers can be given to
// what comes one by one, at random over all that is still to come. Who does not have the key learns
// nothing from numbers about the order in which they were given.
//
// A Feistel network (M. Luby, C. Rackoff, "How to construct pseudorandom permutations from
// pseudorandom functions", 1988) over two digits of about the same base, so that hardly a number
// lies outside the range, with SipHash as the round function; those outside are sent on until they
// come back into it (J. Black, P. Rogaway, "Ciphers with arbitrary finite domains", 2002: cycle
// walking, generalized Feistel networks). Of small ranges, four rounds fall short of random
// permutations; hence more.
class KeyedPermutation {
 public:
  // Requires 1 <= size <= 2^62.
  KeyedPermutation(const SipKey& key, std::uint64_t size);

  std::uint64_t size() const { return size_; }

  // Requires index < size().
  std::uint64_t operator()(std::uint64_t index) const;

 private:
  static constexpr std::uint64_t rounds = 8;

  std::uint64_t once(std::uint64_t number) const;

  SipKey key_;
  std::uint64_t size_;
  // Numbers of the network are low + low_base_ * high.
  std::uint64_t low_base_ = 1;
  std::uint64_t high_base_ = 1;
};

}  // namespace microdata
