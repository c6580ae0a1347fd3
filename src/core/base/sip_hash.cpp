#include "core/base/sip_hash.hpp"

#include <bit>
#include <cstddef>

namespace microdata {

namespace {

class SipState {
 public:
  explicit SipState(const SipKey& key)
      : v0_(key.low ^ 0x736F6D6570736575ULL),
        v1_(key.high ^ 0x646F72616E646F6DULL ^ 0xEEU),
        v2_(key.low ^ 0x6C7967656E657261ULL),
        v3_(key.high ^ 0x7465646279746573ULL) {}

  void compress(std::uint64_t word) {
    v3_ ^= word;
    rounds(2);
    v0_ ^= word;
  }

  std::array<std::uint64_t, 2> finish() {
    v2_ ^= 0xEEU;
    rounds(4);
    const std::uint64_t first = v0_ ^ v1_ ^ v2_ ^ v3_;
    v1_ ^= 0xDDU;
    rounds(4);
    return {first, v0_ ^ v1_ ^ v2_ ^ v3_};
  }

 private:
  void rounds(int count) {
    for (int i = 0; i < count; ++i) {
      v0_ += v1_;
      v1_ = std::rotl(v1_, 13) ^ v0_;
      v0_ = std::rotl(v0_, 32);
      v2_ += v3_;
      v3_ = std::rotl(v3_, 16) ^ v2_;
      v0_ += v3_;
      v3_ = std::rotl(v3_, 21) ^ v0_;
      v2_ += v1_;
      v1_ = std::rotl(v1_, 17) ^ v2_;
      v2_ = std::rotl(v2_, 32);
    }
  }

  std::uint64_t v0_;
  std::uint64_t v1_;
  std::uint64_t v2_;
  std::uint64_t v3_;
};

// Returns eight bytes as a number, the least significant first. Compilers make this a single load
// on little-endian platforms.
std::uint64_t little_endian(const char* bytes) {
  const auto at = [&](unsigned i) {
    return std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  };
  return at(0) | at(1) | at(2) | at(3) | at(4) | at(5) | at(6) | at(7);
}

std::uint64_t last_word(std::string_view rest, std::size_t size) {
  std::uint64_t word = std::uint64_t{size & 0xFFU} << 56U;
  for (std::size_t i = 0; i < rest.size(); ++i)
    word |= std::uint64_t{static_cast<unsigned char>(rest[i])} << (8 * i);
  return word;
}

}  // namespace

std::array<std::uint64_t, 2> sip_hash(const SipKey& key, std::string_view message) {
  SipState state(key);
  std::string_view rest = message;
  for (; rest.size() >= 8; rest.remove_prefix(8))
    state.compress(little_endian(rest.data()));
  state.compress(last_word(rest, message.size()));
  return state.finish();
}

std::array<std::uint64_t, 2> sip_hash(const SipKey& key, std::span<const std::uint64_t> words) {
  SipState state(key);
  for (const std::uint64_t word : words)
    state.compress(word);
  state.compress(last_word({}, words.size_bytes()));
  return state.finish();
}

}  // namespace microdata
