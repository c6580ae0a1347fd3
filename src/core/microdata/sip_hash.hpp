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

// SipHash-2-4 with 128 bits (J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF",
// INDOCRYPT 2012): who does not have the key cannot tell hashes from random numbers. The same on
// every platform. The first 8 bytes, and the last, each read with the least significant first.
std::array<std::uint64_t, 2> sip_hash(const SipKey& key, std::string_view message);

// That of the words' bytes, the least significant first.
std::array<std::uint64_t, 2> sip_hash(const SipKey& key, std::span<const std::uint64_t> words);

}  // namespace microdata
