#pragma once

namespace microdata {

// Characters of ASCII, independent of the locale.

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

// Returns the small letter of a capital, and any other character unchanged.
constexpr char lower(char c) {
  return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

// Returns the capital of a small letter, and any other character unchanged.
constexpr char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

constexpr bool is_ascii_letter(char c) {
  return lower(c) >= 'a' && lower(c) <= 'z';
}

}  // namespace microdata
