#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace microdata {

struct SipKey {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

// Returns SipHash-2-4 with 128 bits (J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input
// PRF", INDOCRYPT 2012), the same on every platform. Without the key, hashes cannot be
// distinguished from random numbers. The result is the first 8 bytes and the last 8 bytes, each
// read with the least significant byte first.
std::array<std::uint64_t, 2> sip_hash(const SipKey& key, std::string_view message);

// Returns the hash of the words' bytes, the least significant first.
std::array<std::uint64_t, 2> sip_hash(const SipKey& key, std::span<const std::uint64_t> words);

}  // namespace microdata
