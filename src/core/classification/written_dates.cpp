#include "core/classification/written_dates.hpp"

#include <array>
#include <cstddef>

#include "core/classification/ascii.hpp"

namespace microdata {

namespace {

struct Number {
  int value = 0;
  std::size_t digits = 0;
};

// First numbers of a text. `word` is true if the text also has a word such as a month's name.
struct Parts {
  std::array<Number, 3> numbers{};
  std::size_t count = 0;
  bool word = false;
};

Parts parts_of(std::string_view text) {
  constexpr std::size_t shortest_word = 3;
  constexpr std::size_t most_digits = 8;
  Parts parts;
  for (std::size_t begin = 0; begin < text.size() && parts.count < parts.numbers.size();) {
    std::size_t end = begin;
    Number number;
    for (; end < text.size() && is_digit(text[end]) && number.digits < most_digits; ++end) {
      number.value = number.value * 10 + (text[end] - '0');
      ++number.digits;
    }
    if (end > begin) parts.numbers[parts.count++] = number;
    const std::size_t letters = end;
    const auto is_letter = [](char c) {
      return is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80U;
    };
    while (end < text.size() && is_letter(text[end]))
      ++end;
    parts.word = parts.word || end - letters >= shortest_word;
    begin = end > begin ? end : begin + 1;
  }
  return parts;
}

bool is_year(const Number& number) {
  constexpr int first = 1850;
  constexpr int last = 2100;
  return number.digits == 2 ||
         (number.digits == 4 && number.value >= first && number.value <= last);
}

bool is_day(const Number& number) {
  return number.digits <= 2 && number.value >= 1 && number.value <= 31;
}

bool is_month(const Number& number) {
  return is_day(number) && number.value <= 12;
}

WrittenDate day_or_month(bool first_of_month) {
  return first_of_month ? WrittenDate::month : WrittenDate::day;
}

// Returns the precision of a date with three numbers. The order of day and month need not be clear.
WrittenDate date_of(const Number& a, const Number& b, const Number& c) {
  if (is_year(a) && is_month(b) && is_day(c) && (a.digits == 4 || !is_year(c) || !is_day(a)))
    return day_or_month(c.value == 1);
  if (is_year(c) && is_day(a) && is_day(b) && (is_month(a) || is_month(b)))
    return day_or_month((a.value == 1 && is_month(b)) || (b.value == 1 && is_month(a)));
  if (is_year(a) && is_month(b) && is_day(c)) return day_or_month(c.value == 1);
  return WrittenDate::none;
}

Number part(std::string_view digits, std::size_t begin, std::size_t count) {
  Number number{0, count};
  for (const char c : digits.substr(begin, count))
    number.value = number.value * 10 + (c - '0');
  return number;
}

WrittenDate undivided(std::string_view digits) {
  const auto split = [&](std::size_t a, std::size_t b, std::size_t c) {
    return date_of(part(digits, 0, a), part(digits, a, b), part(digits, a + b, c));
  };
  if (digits.size() == 8) {
    const WrittenDate year_first = split(4, 2, 2);
    return year_first == WrittenDate::none ? split(2, 2, 4) : year_first;
  }
  if (digits.size() != 6) return WrittenDate::none;
  const bool month_of_year = is_year(part(digits, 0, 4)) && is_month(part(digits, 4, 2));
  return month_of_year ? WrittenDate::month : split(2, 2, 2);
}

}  // namespace

WrittenDate written_date(std::string_view text) {
  std::size_t begin = 0;
  while (begin < text.size() && !is_digit(text[begin]) && !is_ascii_letter(text[begin]))
    ++begin;
  std::size_t end = begin;
  while (end < text.size() && is_digit(text[end]))
    ++end;
  if (end - begin >= 6) return undivided(text.substr(begin, end - begin));
  const Parts parts = parts_of(text);
  const auto& [a, b, c] = parts.numbers;
  if (parts.word && parts.count >= 2) {
    if (is_day(a) && is_year(b)) return day_or_month(a.value == 1);
    if (is_year(a) && is_day(b)) return day_or_month(b.value == 1);
  }
  return parts.count == 3 ? date_of(a, b, c) : WrittenDate::none;
}

}  // namespace microdata
