#include "core/classification/national_numbers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "core/classification/ascii.hpp"

namespace microdata {

namespace {

int digit(char c) {
  return c - '0';
}

// Returns a text's letters, as capitals, and digits. Returns an empty text if there is anything
// except separators, or more than the longest number has.
std::string characters(std::string_view text) {
  constexpr std::size_t longest = 24;
  std::string kept;
  if (text.size() > longest) return kept;
  for (const char c : text) {
    if (is_digit(c) || is_capital(c)) {
      kept += c;
    } else if (c >= 'a' && c <= 'z') {
      kept += static_cast<char>(c - 'a' + 'A');
    } else if (std::string_view(" -./").find(c) == std::string_view::npos) {
      return {};
    }
  }
  return kept;
}

bool are_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_digit);
}

std::string digits_of(std::string_view text, std::size_t length) {
  std::string kept = characters(text);
  return kept.size() == length && are_digits(kept) ? kept : std::string();
}

template <std::size_t size>
int weighted_sum(std::string_view digits, const std::array<int, size>& weights) {
  int sum = 0;
  for (std::size_t i = 0; i < size; ++i)
    sum += digit(digits[i]) * weights[i];
  return sum;
}

unsigned remainder_of(std::string_view digits, unsigned divisor) {
  unsigned remainder = 0;
  for (const char c : digits)
    remainder = (remainder * 10 + static_cast<unsigned>(digit(c))) % divisor;
  return remainder;
}

bool all_same(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [&](char c) { return c == text.front(); });
}

// True if the last digit is the check digit of ISO/IEC 7064, MOD 11,10.
bool has_mod_11_10_check_digit(std::string_view digits) {
  int product = 10;
  for (const char c : digits.substr(0, digits.size() - 1)) {
    int sum = (digit(c) + product) % 10;
    if (sum == 0) sum = 10;
    product = 2 * sum % 11;
  }
  return (11 - product) % 10 == digit(digits.back());
}

}  // namespace

bool is_nhs_number(std::string_view text) {
  const std::string digits = digits_of(text, 10);
  if (digits.empty() || all_same(digits)) return false;
  const int check = (11 - weighted_sum<9>(digits, {10, 9, 8, 7, 6, 5, 4, 3, 2}) % 11) % 11;
  return check == digit(digits[9]);
}

bool is_spanish_dni(std::string_view text) {
  constexpr std::string_view letters = "TRWAGMYFPDXBNJZSQVHLCKE";
  std::string number = characters(text);
  if (number.size() != 9 || !is_capital(number.back())) return false;
  // The letter of a foreigner's number stands for a digit.
  const std::size_t foreign = std::string_view("XYZ").find(number.front());
  if (foreign != std::string_view::npos) number.front() = static_cast<char>('0' + foreign);
  const std::string_view digits = std::string_view(number).substr(0, 8);
  return are_digits(digits) && letters[remainder_of(digits, letters.size())] == number.back();
}

bool is_french_nir(std::string_view text) {
  std::string number = characters(text);
  if (number.size() != 15 || (number[0] != '1' && number[0] != '2')) return false;
  // Corsica's departments, 2A and 2B, count as 19 and 18.
  if (number[5] == '2' && (number[6] == 'A' || number[6] == 'B')) {
    number[5] = '1';
    number[6] = number[6] == 'A' ? '9' : '8';
  }
  if (!are_digits(number)) return false;
  const std::string_view digits = number;
  return 97 - remainder_of(digits.substr(0, 13), 97) == remainder_of(digits.substr(13), 100);
}

bool is_polish_pesel(std::string_view text) {
  const std::string digits = digits_of(text, 11);
  if (digits.empty()) return false;
  // The century is added to the month.
  const int month = (digit(digits[2]) * 10 + digit(digits[3])) % 20;
  const int day = digit(digits[4]) * 10 + digit(digits[5]);
  const int sum = weighted_sum<10>(digits, {1, 3, 7, 9, 1, 3, 7, 9, 1, 3});
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 &&
         (10 - sum % 10) % 10 == digit(digits[10]);
}

bool is_dutch_bsn(std::string_view text) {
  std::string digits = digits_of(text, 9);
  if (digits.empty()) {
    digits = digits_of(text, 8);
    if (digits.empty()) return false;
    digits.insert(digits.begin(), '0');
  }
  return !all_same(digits) && weighted_sum<9>(digits, {9, 8, 7, 6, 5, 4, 3, 2, -1}) % 11 == 0;
}

bool is_german_tax_number(std::string_view text) {
  const std::string digits = digits_of(text, 11);
  if (digits.empty() || digits[0] == '0') return false;
  // One of the first ten digits occurs two or three times, every other at most once.
  std::array<int, 10> times{};
  for (const char c : digits.substr(0, 10))
    ++times[static_cast<std::size_t>(digit(c))];
  const auto repeated = std::count_if(times.begin(), times.end(), [](int n) { return n > 1; });
  const int most = *std::max_element(times.begin(), times.end());
  return repeated == 1 && most <= 3 && has_mod_11_10_check_digit(digits);
}

bool is_german_document_number(std::string_view text) {
  constexpr std::string_view first = "CFGHJKLMNPRTVWXYZ";
  constexpr std::array<int, 3> weights{7, 3, 1};
  const std::string number = characters(text);
  if (number.size() != 10 || first.find(number.front()) == std::string_view::npos ||
      !is_digit(number.back())) {
    return false;
  }
  int sum = 0;
  for (std::size_t i = 0; i < 9; ++i) {
    const int value = is_digit(number[i]) ? digit(number[i]) : number[i] - 'A' + 10;
    sum += value * weights[i % weights.size()];
  }
  return sum % 10 == digit(number.back());
}

bool is_italian_tax_code(std::string_view text) {
  // Values of digits, and of letters (A is 0), at odd places (1-based).
  constexpr std::array<int, 26> odd{1,  0,  5, 7, 9, 13, 15, 17, 19, 21, 2,  4,  18,
                                    20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23};
  constexpr std::string_view form = "LLLLLLDDLDDLDDDL";
  constexpr std::string_view for_digits = "LMNPQRSTUV";
  const std::string code = characters(text);
  if (code.size() != form.size()) return false;
  int sum = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    // Letters replace digits if two persons would have the same code.
    const bool fits = form[i] == 'L' ? is_capital(c)
                                     : is_digit(c) || for_digits.find(c) != std::string_view::npos;
    if (!fits) return false;
    if (i + 1 == code.size()) break;
    const int value = is_digit(c) ? digit(c) : c - 'A';
    sum += i % 2 == 0 ? odd[static_cast<std::size_t>(value)] : value;
  }
  return sum % 26 == code.back() - 'A';
}

}  // namespace microdata
