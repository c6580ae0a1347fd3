#include "core/base/sip_hash.hpp"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <span>
#include <string>

namespace microdata {
namespace {

// Returns the first `size` of the bytes 0, 1, 2, ...
std::string counting(std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i)
    bytes += static_cast<char>(i);
  return bytes;
}

// The expected values are OpenSSL's for the key 00 01 ... 0f: openssl mac -macopt size:16 SIPHASH.
TEST(SipHash, IsThatOfOthers) {
  const SipKey key{0x0706050403020100ULL, 0x0F0E0D0C0B0A0908ULL};
  using Hash = std::array<std::uint64_t, 2>;
  EXPECT_EQ(sip_hash(key, counting(0)), (Hash{0xE6A825BA047F81A3ULL, 0x930255C71472F66DULL}));
  EXPECT_EQ(sip_hash(key, counting(1)), (Hash{0x44AF996BD8C187DAULL, 0x45FC229B11597634ULL}));
  EXPECT_EQ(sip_hash(key, counting(8)), (Hash{0x61F55862BAA9623BULL, 0xB49714F364E2830FULL}));
  EXPECT_EQ(sip_hash(key, counting(15)), (Hash{0x11A8B03399E99354ULL, 0xD9C3CF970FEC087EULL}));
}

TEST(SipHash, OfWordsIsThatOfTheirBytes) {
  const SipKey key{1, 2};
  const std::array<std::uint64_t, 2> words{0x0706050403020100ULL, 0x0F0E0D0C0B0A0908ULL};
  EXPECT_EQ(sip_hash(key, words), sip_hash(key, counting(16)));
  EXPECT_EQ(sip_hash(key, std::span(words).first(1)), sip_hash(key, counting(8)));
  EXPECT_EQ(sip_hash(key, std::span(words).first(0)), sip_hash(key, counting(0)));
}

}  // namespace
}  // namespace microdata
