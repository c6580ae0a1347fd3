#pragma once

namespace microdata {

// Characters of ASCII, whatever the locale.

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

// The small letter of a capital; any other character is its own.
constexpr char lower(char c) {
  return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

// The capital of a small letter; any other character is its own.
constexpr char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

constexpr bool is_ascii_letter(char c) {
  return lower(c) >= 'a' && lower(c) <= 'z';
}

}  // namespace microdata
