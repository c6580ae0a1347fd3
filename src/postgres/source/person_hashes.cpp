#include "postgres/source/person_hashes.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string_view>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/canonical_value.hpp"

namespace microdata::postgres {

namespace {

constexpr std::size_t key_bytes = 32;
// What SHA-256 takes in at a time, and gives.
constexpr std::size_t block_bytes = 64;
constexpr std::size_t digest_bytes = 32;
// So many messages are hashed between two looks at whether the call was cancelled.
constexpr std::size_t messages_at_once = 1024;

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

std::uint64_t big_endian(const unsigned char* bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < 8; ++i)
    number = number << 8U | bytes[i];
  return number;
}

// The server's SHA-256, one state for many messages: to make one takes longer than to hash.
class Hmac {
 public:
  explicit Hmac(const std::string& key)
      : state_(guarded([] {
          pg_cryptohash_ctx* const made = pg_cryptohash_create(PG_SHA256);
          if (made == nullptr) elog(ERROR, "could not make a SHA-256 state");
          return made;
        })) {
    inner_.fill('\x36');
    outer_.fill('\x5c');
    for (std::size_t i = 0; i < key.size(); ++i) {
      inner_[i] ^= static_cast<unsigned char>(key[i]);
      outer_[i] ^= static_cast<unsigned char>(key[i]);
    }
  }
  Hmac(const Hmac&) = delete;
  Hmac& operator=(const Hmac&) = delete;
  // Frees what is held; after an error the transaction's end would do it as well.
  ~Hmac() { pg_cryptohash_free(state_); }

  void hash(std::span<const std::string> messages, std::vector<PersonHash>& hashes) const {
    const std::size_t first = hashes.size();
    hashes.resize(first + messages.size());
    PersonHash* const results = hashes.data() + first;
    guarded([&] {
      for (std::size_t i = 0; i < messages.size(); ++i)
        results[i] = hash_one(messages[i].data(), messages[i].size());
    });
  }

 private:
  // Within a guard.
  PersonHash hash_one(const char* message, std::size_t size) const {
    unsigned char digest[digest_bytes];
    take(inner_, reinterpret_cast<const unsigned char*>(message), size, digest);
    take(outer_, digest, digest_bytes, digest);
    return {big_endian(digest), big_endian(digest + 8)};
  }

  void take(const std::array<unsigned char, block_bytes>& pad, const unsigned char* message,
            std::size_t size, unsigned char* digest) const {
    if (pg_cryptohash_init(state_) < 0 ||
        pg_cryptohash_update(state_, pad.data(), pad.size()) < 0 ||
        pg_cryptohash_update(state_, message, size) < 0 ||
        pg_cryptohash_final(state_, digest, digest_bytes) < 0) {
      elog(ERROR, "could not compute SHA-256");
    }
  }

  pg_cryptohash_ctx* state_;
  std::array<unsigned char, block_bytes> inner_;
  std::array<unsigned char, block_bytes> outer_;
};

// Stirs a number into another: multiplication carries upwards, the shift brings it down again.
std::uint64_t stirred(std::uint64_t state, std::uint64_t number) {
  state = (state ^ number) * 0x9E3779B97F4A7C15ULL;
  return state ^ (state >> 32U);
}

// Depends on the bytes alone, not on the platform's order of them.
std::uint64_t stirred(std::uint64_t state, std::string_view bytes) {
  for (std::size_t begin = 0; begin < bytes.size(); begin += 8) {
    std::uint64_t number = 0;
    for (const char byte : bytes.substr(begin, 8))
      number = number << 8U | static_cast<unsigned char>(byte);
    state = stirred(state, number);
  }
  return stirred(state, bytes.size());
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

void check_subject_of_series(const Source& source, const std::vector<AssignedRole>& roles) {
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const SourceColumn& column = source.columns[i];
    if (!roles[i].subject || has_canonical_values(column.type)) continue;
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, "attribute " + in_quotes(column.name) + " of type " +
                                                   type_in_ddl(column.type) +
                                                   " cannot tell the persons of a series apart")
        .detail(
            "Its values may be equal and yet be written differently, and only the type or its "
            "collation knows which are. A series remembers persons by hashes.")
        .hint("Publish a view with a key of a plain type, such as lower(...) COLLATE \"C\".");
  }
}

std::vector<PersonHash> person_hashes(const Table& table, const std::string& key,
                                      const Progress& progress) {
  const Hmac hmac(from_hexadecimal(key));
  std::vector<std::vector<std::string>> values;
  for (const Dictionary& dictionary : table.subject_values)
    values.push_back(canonical_values(dictionary, progress));
  const Microdata& names = table.subjects->names;
  std::vector<PersonHash> hashes;
  hashes.reserve(names.rows);
  std::vector<std::string> messages(messages_at_once);
  for (std::size_t begin = 0; begin < names.rows; begin += messages_at_once) {
    progress.checkpoint();
    const std::size_t count = std::min<std::size_t>(messages_at_once, names.rows - begin);
    for (std::size_t i = 0; i < count; ++i) {
      std::string& message = messages[i];
      message.clear();
      // With lengths, so that no two lists of values are one message.
      for (std::size_t a = 0; a < values.size(); ++a) {
        const std::string& value = values[a][names.columns[a][begin + i]];
        message += std::to_string(value.size()) + ":" + value;
      }
    }
    hmac.hash(std::span(messages).first(count), hashes);
  }
  return hashes;
}

std::vector<std::uint32_t> shown_hashes(const Table& table, const std::string& key,
                                        const Progress& progress) {
  const Microdata& data = table.data;
  const std::uint64_t seed = stirred(0, from_hexadecimal(key));
  std::vector<std::uint64_t> states(data.rows, seed);
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    if (data.attributes[a].role == Role::sensitive) continue;
    // NULL, the last code, is like no value.
    std::vector<std::uint64_t> of_code;
    for (const std::string& value : canonical_values(table.dictionaries[a], progress))
      of_code.push_back(stirred(seed, value));
    of_code.resize(data.attributes[a].distinct, 1);
    const std::vector<Code>& codes = data.columns[a];
    progress.in_blocks(data.rows, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row)
        states[row] = stirred(states[row], of_code[codes[row]]);
    });
  }
  std::vector<std::uint32_t> hashes;
  hashes.reserve(states.size());
  for (const std::uint64_t state : states)
    hashes.push_back(std::max<std::uint32_t>(static_cast<std::uint32_t>(state >> 32U), 1));
  return hashes;
}

}  // namespace microdata::postgres
