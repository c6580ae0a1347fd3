#include "core/microdata/sip_hash.hpp"

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

// Up to eight bytes, the least significant first.
std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t word = 0;
  for (std::size_t i = bytes.size(); i > 0; --i)
    word = word << 8U | static_cast<unsigned char>(bytes[i - 1]);
  return word;
}

}  // namespace

std::array<std::uint64_t, 2> sip_hash(const SipKey& key, std::string_view message) {
  SipState state(key);
  std::string_view rest = message;
  for (; rest.size() >= 8; rest.remove_prefix(8))
    state.compress(little_endian(rest.substr(0, 8)));
  state.compress(little_endian(rest) | std::uint64_t{message.size() & 0xFFU} << 56U);
  return state.finish();
}

}  // namespace microdata
