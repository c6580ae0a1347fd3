#include "postgres/source/person_hashes.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"

namespace microdata::postgres {

namespace {

constexpr std::size_t key_bytes = 32;
// What SHA-256 takes in at a time, and gives.
constexpr std::size_t block_bytes = 64;
constexpr std::size_t digest_bytes = 32;

constexpr const char* digits = "0123456789abcdef";

std::string hexadecimal(const unsigned char* bytes, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += digits[bytes[i] >> 4U];
    text += digits[bytes[i] & 15U];
  }
  return text;
}

unsigned char digit_value(char digit) {
  return static_cast<unsigned char>(std::strchr(digits, digit) - digits);
}

std::string from_hexadecimal(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes += static_cast<char>(digit_value(text[i]) << 4U | digit_value(text[i + 1]));
  return bytes;
}

using Digest = std::array<unsigned char, digest_bytes>;

Digest sha256(const std::string& bytes) {
  return guarded([&] {
    const auto size = bytes.size() + VARHDRSZ;
    auto* input = static_cast<bytea*>(palloc(size));
    SET_VARSIZE(input, size);
    std::memcpy(VARDATA(input), bytes.data(), bytes.size());
    bytea* output = DatumGetByteaPP(DirectFunctionCall1(sha256_bytea, PointerGetDatum(input)));
    Digest digest;
    std::memcpy(digest.data(), VARDATA_ANY(output), digest_bytes);
    pfree(output);
    pfree(input);
    return digest;
  });
}

class Hmac {
 public:
  explicit Hmac(const std::string& key) : inner_(block_bytes, '\x36'), outer_(block_bytes, '\x5c') {
    for (std::size_t i = 0; i < key.size(); ++i) {
      inner_[i] = static_cast<char>(inner_[i] ^ key[i]);
      outer_[i] = static_cast<char>(outer_[i] ^ key[i]);
    }
  }

  Digest of(const std::string& message) const {
    const Digest inner = sha256(inner_ + message);
    return sha256(outer_ + std::string(inner.begin(), inner.end()));
  }

 private:
  std::string inner_;
  std::string outer_;
};

std::string as_uuid(const Digest& digest) {
  std::string text = hexadecimal(digest.data(), 16);
  for (const std::size_t place : {20, 16, 12, 8})
    text.insert(place, 1, '-');
  return text;
}

}  // namespace

std::string draw_hash_key() {
  struct Key {
    unsigned char bytes[key_bytes];
    bool drawn;
  };
  const Key key = guarded([] {
    Key drawn{};
    drawn.drawn = pg_strong_random(drawn.bytes, key_bytes);
    return drawn;
  });
  if (!key.drawn) throw Error(ERRCODE_INTERNAL_ERROR, "could not generate random values");
  return hexadecimal(key.bytes, key_bytes);
}

std::vector<std::string> person_hashes(const Table& table, const std::string& key,
                                       const Progress& progress) {
  const PlainText settings;
  const Hmac hmac(from_hexadecimal(key));
  std::vector<std::vector<std::string>> texts;
  for (const Dictionary& dictionary : table.subject_values)
    texts.push_back(dictionary.texts(progress));
  const Microdata& names = table.subjects->names;
  std::vector<std::string> hashes;
  hashes.reserve(names.rows);
  std::string message;
  for (Row row = 0; row < names.rows; ++row) {
    progress.checkpoint_at(row);
    message.clear();
    // With lengths, so that no two lists of values are one message.
    for (std::size_t a = 0; a < texts.size(); ++a) {
      const std::string& text = texts[a][names.columns[a][row]];
      message += std::to_string(text.size()) + ":" + text;
    }
    hashes.push_back(as_uuid(hmac.of(message)));
  }
  return hashes;
}

}  // namespace microdata::postgres
