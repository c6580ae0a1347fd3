#include "core/classification/written_numbers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <system_error>
#include <utility>

#include "core/classification/ascii.hpp"

namespace microdata {

namespace {

constexpr std::size_t longest = 64;

// Returns the number of a date: years, months and days between separators of dates. The year comes
// first or last. A point between two numbers is a decimal point.
std::optional<double> number_of_date(std::string_view text) {
  constexpr std::size_t digits_of_year = 4;
  constexpr double days_of_year = 372;
  constexpr double days_of_month = 31;
  std::array<double, 3> parts{};
  std::array<std::size_t, 3> digits{};
  std::size_t part = 0;
  for (const char c : text) {
    if (is_digit(c)) {
      if (++digits.at(part) > digits_of_year) return std::nullopt;
      parts.at(part) = parts.at(part) * 10 + (c - '0');
    } else if (digits.at(part) > 0 && part + 1 < parts.size() &&
               (c == '-' || c == '.' || c == '/')) {
      ++part;
    } else {
      return std::nullopt;
    }
  }
  if (part == 0 || digits.at(part) == 0) return std::nullopt;
  if (part == 1 && text.find('.') != std::string_view::npos) return std::nullopt;
  if (digits.front() != digits_of_year) {
    if (part + 1 < parts.size() || digits.back() != digits_of_year) return std::nullopt;
    std::swap(parts.front(), parts.back());
  }
  return parts[0] * days_of_year + parts[1] * days_of_month + parts[2];
}

// Returns the number of digits with separators. The last of several separators precedes the
// decimals. A comma before three digits, or a repeated separator, separates thousands.
std::optional<double> number_of_digits(std::string_view text) {
  constexpr std::size_t digits_of_thousand = 3;
  const std::size_t last = text.find_last_of(".,");
  std::size_t decimals = last;
  if (last != std::string_view::npos) {
    const char other = text[last] == ',' ? '.' : ',';
    const bool alone = text.find(other) == std::string_view::npos;
    const bool repeats = text.find(text[last]) != last;
    const bool before_three = text.size() - last - 1 == digits_of_thousand;
    if (repeats || (alone && text[last] == ',' && before_three)) decimals = std::string_view::npos;
  }
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_digit(text[at])) plain += text[at];
    if (at == decimals) plain += '.';
  }
  double number = 0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), number);
  if (error != std::errc() || end != plain.data() + plain.size()) return std::nullopt;
  return number;
}

}  // namespace

namespace {

// Reads a number. If `dates` is true, dates count as numbers too.
std::optional<double> read_number(std::string_view text, bool is_negative, bool dates) {
  const std::size_t first = text.find_first_of("0123456789");
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t last = text.find_last_of("0123456789");
  if (std::any_of(text.begin(), text.end(), [](char c) { return is_ascii_letter(c); }))
    return std::nullopt;
  const bool begins_with_point = first > 0 && (text[first - 1] == '.' || text[first - 1] == ',');
  const std::size_t begin = begins_with_point ? first - 1 : first;
  const std::string_view inner = text.substr(begin, last + 1 - begin);
  if (const std::optional<double> date = number_of_date(inner)) return dates ? date : std::nullopt;
  if (inner.find_first_not_of("0123456789.,' ") != std::string_view::npos) return std::nullopt;
  const std::optional<double> number = number_of_digits(inner);
  const bool has_sign = text.substr(0, first).find('-') != std::string_view::npos;
  return number && (has_sign || is_negative) ? -*number : number;
}

}  // namespace

std::optional<double> written_number(std::string_view text) {
  if (text.size() > longest) return std::nullopt;
  // Accounts write (5.00) for -5.00; ranges and rows have a comma.
  const bool is_negative =
      text.starts_with('(') && text.find_first_of(",[") == std::string_view::npos;
  if (text.find_first_of("[({") == 0) {
    text.remove_prefix(1);
    text = text.substr(0, text.find_first_of(",])}"));
  }
  return read_number(text, is_negative, true);
}

std::optional<double> written_amount(std::string_view text) {
  if (text.size() > longest || text.find_first_of("[{") != std::string_view::npos)
    return std::nullopt;
  const bool is_in_parentheses = text.starts_with('(');
  if (is_in_parentheses && (!text.ends_with(')') || text.find(',') != std::string_view::npos))
    return std::nullopt;
  return read_number(text, is_in_parentheses, false);
}

}  // namespace microdata
