#include "byte_mutations.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace microdata::fuzz {

namespace {

std::string number_bytes(std::uint64_t number, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i)
    bytes.push_back(static_cast<char>(number >> (8 * i) & 0xff));
  return bytes;
}

std::uint64_t boundary_number(Choice& choice) {
  if (choice.one_in(3)) {
    return std::bit_cast<std::uint64_t>(
        choice.of({0.0, -1.0, 0.5, 1e308, 5e-324, std::numeric_limits<double>::infinity(),
                   -std::numeric_limits<double>::infinity(),
                   std::numeric_limits<double>::quiet_NaN(), 1e15, -1e9}));
  }
  return choice.of<std::uint64_t>({0, 1, 2, 3, 7, 99, 255, 65535, 0x7fffffff, 0x80000000,
                                   0xffffffff, 0x100000000, std::uint64_t{1} << 62,
                                   0x7fffffffffffffff, 0x8000000000000000, ~std::uint64_t{0}});
}

void change(Choice& choice, const std::vector<std::string>& others, std::string& bytes) {
  const std::size_t size = choice.of<std::size_t>({1, 4, 8, 8});
  // Half of the changes begin at a multiple of the size, where a number in a sequence would begin.
  std::size_t at = choice.below(bytes.size() + 1);
  if (choice.one_in(2)) at -= at % size;
  const std::size_t left = bytes.size() - at;
  switch (choice.below(9)) {
    case 0:
    case 1:
    case 2:
    case 3:
      bytes.replace(at, std::min(size, left), number_bytes(boundary_number(choice), size));
      break;
    case 4:
      if (left > 0) {
        const auto changed = static_cast<unsigned char>(bytes[at]) + choice.of({1, 2, 128, 255});
        bytes[at] = static_cast<char>(changed & 0xff);
      }
      break;
    case 5:
      bytes.erase(at, choice.one_in(3) ? std::string::npos : size);
      break;
    case 6:
      bytes.insert(at, number_bytes(boundary_number(choice), size));
      break;
    case 7: {
      const std::size_t length = 1 + choice.below(64);
      bytes.insert(at, bytes.substr(choice.below(bytes.size() + 1), length));
      break;
    }
    default:
      if (!others.empty()) {
        const std::string& other = choice.of(others);
        bytes = bytes.substr(0, at) + other.substr(std::min(at, other.size()));
      }
      break;
  }
}

}  // namespace

void mutate_bytes(Choice& choice, std::size_t changes, const std::vector<std::string>& others,
                  std::string& bytes) {
  for (; changes > 0; --changes)
    change(choice, others, bytes);
}

std::string sent_text(const std::string& text) {
  return number_bytes(text.size(), 8) + text;
}

bool take_text(std::string& bytes, std::string& text) {
  if (bytes.size() < 8) return false;
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < 8; ++i)
    size |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  if (size > bytes.size() - 8) return false;
  text = bytes.substr(8, size);
  bytes.erase(0, 8 + size);
  return true;
}

std::string hex_digits(const std::string& bytes) {
  std::string digits;
  for (const char byte : bytes) {
    digits += "0123456789abcdef"[static_cast<unsigned char>(byte) >> 4];
    digits += "0123456789abcdef"[static_cast<unsigned char>(byte) & 15];
  }
  return digits;
}

std::string bytes_of_hex(const std::string& digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes.push_back(static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16)));
  return bytes;
}

}  // namespace microdata::fuzz
