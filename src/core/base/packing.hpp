#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/vector_order.hpp"

// Values as bytes, as servers of one cluster exchange them, the same on every platform.
//   - Numbers: their bits, the lowest byte first.
//   - Several elements: their number, followed by the elements.
//   - Values with a text, which str() returns and parse() reads: the text.
//   - Structures: the members that members(value, pointer to its type) ties, which is found in the
//     type's namespace.

namespace microdata {

// Error that bytes were not made by pack(), or not from the expected type.
struct NotPacked : std::exception {
  const char* what() const noexcept override { return "invalid packed bytes"; }
};
[[noreturn]] void fail_packed();

// Error that values take more memory than is available for them.
struct PackedTooLarge : std::exception {
  const char* what() const noexcept override { return "packed values are too large"; }
};
[[noreturn]] void fail_packed_size();

template <typename T>
concept Number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

template <typename T>
concept Tied = requires(T& value) {
  members(value, static_cast<const T*>(nullptr));
};

template <typename T>
concept Spelled = requires(const T& value) {
  { T::parse(value.str()) } -> std::same_as<T>;
};

class Packing {
 public:
  template <typename... T>
  void add(const T&... values) {
    (put(values), ...);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  template <Number T>
  void put(const T& number) {
    if constexpr (std::is_enum_v<T>) {
      put(static_cast<std::underlying_type_t<T>>(number));
    } else if constexpr (std::same_as<T, double>) {
      put(std::bit_cast<std::uint64_t>(number));
    } else if constexpr (std::same_as<T, float>) {
      put(std::bit_cast<std::uint32_t>(number));
    } else {
      const auto bits = static_cast<std::uint64_t>(number);
      for (std::size_t i = 0; i < sizeof(T); ++i)
        bytes_.push_back(static_cast<char>(bits >> (8 * i) & 0xff));
    }
  }
  void put(const std::string& text) {
    put(text.size());
    bytes_ += text;
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    put(values.size());
    for (const T& value : values)
      put(value);
  }
  void put(const std::vector<bool>& flags) {
    std::vector<std::uint8_t> bits((flags.size() + 7) / 8);
    for (std::size_t i = 0; i < flags.size(); ++i)
      bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | (flags[i] ? 1U << (i % 8) : 0U));
    put(flags.size());
    put(bits);
  }
  template <typename T, std::size_t size>
  void put(const std::array<T, size>& values) {
    for (const T& value : values)
      put(value);
  }
  template <typename K, typename T>
  void put(const std::map<K, T>& values) {
    put(values.size());
    for (const auto& [key, value] : values)
      add(key, value);
  }
  template <typename T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename T, typename U>
  void put(const std::pair<T, U>& pair) {
    add(pair.first, pair.second);
  }
  template <typename T, typename U>
  void put(const std::variant<T, U>& either) {
    put(either.index() == 1);
    std::visit([&](const auto& value) { put(value); }, either);
  }
  template <Spelled T>
  void put(const T& value) {
    put(value.str());
  }
  template <Tied T>
  void put(const T& value) {
    std::apply([&](const auto&... member) { add(member...); },
               members(value, static_cast<const T*>(nullptr)));
  }

  std::string bytes_;
};

// Reader of packed values. The bytes can come from any sender: the result has the shape of its
// type, and nothing else is certain. A byte can stand for an element of many bytes. Values from
// untrusted senders are therefore read with a bound on their memory.
class Unpacking {
 public:
  // `is_text` decides which strings are valid text; others raise NotPacked. Without `is_text` all
  // strings are valid.
  explicit Unpacking(std::string bytes, bool (*is_text)(const std::string& bytes) = nullptr,
                     std::size_t most_memory = std::numeric_limits<std::size_t>::max())
      : bytes_(std::move(bytes)), is_text_(is_text), memory_left_(most_memory) {}

  template <typename... T>
  void take(T&... values) {
    (get(values), ...);
  }
  // Fails with NotPacked if bytes are left.
  void finish() const {
    if (at_ != bytes_.size()) fail_packed();
  }

 private:
  template <Number T>
  void get(T& number) {
    if constexpr (std::is_enum_v<T>) {
      std::underlying_type_t<T> value{};
      get(value);
      number = static_cast<T>(value);
    } else if constexpr (std::same_as<T, bool>) {
      std::uint8_t value = 0;
      get(value);
      number = value != 0;
    } else if constexpr (std::same_as<T, double>) {
      std::uint64_t bits = 0;
      get(bits);
      number = std::bit_cast<double>(bits);
    } else if constexpr (std::same_as<T, float>) {
      std::uint32_t bits = 0;
      get(bits);
      number = std::bit_cast<float>(bits);
    } else {
      if (bytes_.size() - at_ < sizeof(T)) fail_packed();
      std::uint64_t bits = 0;
      unsigned shift = 0;
      for (const char byte : std::string_view(bytes_).substr(at_, sizeof(T))) {
        bits |= std::uint64_t{static_cast<unsigned char>(byte)} << shift;
        shift += 8;
      }
      at_ += sizeof(T);
      number = static_cast<T>(bits);
    }
  }
  // Returns the number of elements. Each element takes at least one byte.
  std::size_t elements() {
    std::size_t size = 0;
    get(size);
    if (size > bytes_.size() - at_) fail_packed();
    return size;
  }
  // Counts the memory of elements, and fails if the bound is exceeded.
  void allocate(std::size_t size, std::size_t each) {
    if (size == 0) return;
    if (memory_left_ < block_bytes || (memory_left_ - block_bytes) / each < size)
      fail_packed_size();
    memory_left_ -= block_bytes + size * each;
  }
  void get(std::string& text) {
    const std::size_t size = elements();
    allocate(size, 1);
    text = bytes_.substr(at_, size);
    if (is_text_ != nullptr && !is_text_(text)) fail_packed();
    at_ += size;
  }
  template <typename T>
  void get(std::vector<T>& values) {
    values.clear();
    const std::size_t size = elements();
    allocate(size, sizeof(T));
    values.reserve(size);
    for (std::size_t i = 0; i < size; ++i) {
      T value{};
      get(value);
      values.push_back(std::move(value));
    }
  }
  void get(std::vector<bool>& flags) {
    std::size_t size = 0;
    std::vector<std::uint8_t> bits;
    take(size, bits);
    if (size > 8 * bits.size()) fail_packed();
    flags.clear();
    for (std::size_t i = 0; i < size; ++i)
      flags.push_back((bits[i / 8] >> (i % 8) & 1) != 0);
  }
  template <typename T, std::size_t size>
  void get(std::array<T, size>& values) {
    for (T& value : values)
      get(value);
  }
  template <typename K, typename T>
  void get(std::map<K, T>& values) {
    const std::size_t size = elements();
    for (std::size_t i = 0; i < size; ++i) {
      allocate(1, sizeof(std::pair<K, T>) + block_bytes);
      K key{};
      T value{};
      take(key, value);
      values.insert_or_assign(std::move(key), std::move(value));
    }
  }
  // The function is not inlined, because g++ 12 otherwise warns of a string in use that an empty
  // optional lacks.
  template <typename T>
  [[gnu::noinline]] void get(std::optional<T>& value) {
    bool there = false;
    get(there);
    value.reset();
    if (there) get(value.emplace());
  }
  template <typename T, typename U>
  void get(std::pair<T, U>& pair) {
    take(pair.first, pair.second);
  }
  template <typename T, typename U>
  void get(std::variant<T, U>& either) {
    bool second = false;
    get(second);
    if (second) {
      get(either.template emplace<1>());
    } else {
      get(either.template emplace<0>());
    }
  }
  template <Spelled T>
  void get(T& value) {
    std::string text;
    get(text);
    value = T::parse(text);
  }
  template <Tied T>
  void get(T& value) {
    std::apply([&](auto&... member) { take(member...); },
               members(value, static_cast<const T*>(nullptr)));
  }

  // Estimated bytes of bookkeeping for each block of memory, and for each element of a map.
  static constexpr std::size_t block_bytes = 32;

  std::string bytes_;
  bool (*is_text_)(const std::string& bytes);
  std::size_t memory_left_;
  std::size_t at_ = 0;
};

template <typename... T>
std::string pack(const T&... values) {
  Packing packing;
  packing.add(values...);
  return packing.bytes();
}

template <typename T>
T unpack(std::string bytes, bool (*is_text)(const std::string& bytes) = nullptr) {
  Unpacking unpacking(std::move(bytes), is_text);
  T value{};
  unpacking.take(value);
  unpacking.finish();
  return value;
}

}  // namespace microdata
