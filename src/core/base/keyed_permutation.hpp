#pragma once

#include <cstdint>

#include "core/base/sip_hash.hpp"

namespace microdata {

// Permutation of 0 .. size - 1 that a key chooses, without a table. Items that arrive one by one
// can get numbers at random among all items still to come. Without the key, numbers disclose
// nothing about the order in which they were given.
//
// The permutation is a Feistel network (M. Luby, C. Rackoff, "How to construct pseudorandom
// permutations from pseudorandom functions", 1988) with SipHash as the round function. The network
// has two digits of about the same base, so that hardly any number lies outside the range. Numbers
// outside the range are permuted again until they are within (J. Black, P. Rogaway, "Ciphers with
// arbitrary finite domains", 2002: cycle walking, generalized Feistel networks). Four rounds are
// not enough for random permutations of small ranges; hence more.
class KeyedPermutation {
 public:
  // Requires 1 <= size <= 2^62.
  KeyedPermutation(const SipKey& key, std::uint64_t size);

  std::uint64_t size() const { return size_; }

  // Returns the number for an index. Requires index < size().
  std::uint64_t operator()(std::uint64_t index) const;

 private:
  static constexpr std::uint64_t rounds = 8;

  std::uint64_t once(std::uint64_t number) const;

  SipKey key_;
  std::uint64_t size_;
  // Bases of the two digits: numbers of the network are low + low_base_ * high.
  std::uint64_t low_base_ = 1;
  std::uint64_t high_base_ = 1;
};

}  // namespace microdata
