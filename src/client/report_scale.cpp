#include "client/report_scale.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

#include "client/report_html.hpp"

namespace microdata::client {

namespace {

// Returns the least of 1, 2, 2.5 and 5 times powers of ten that is at least `width`.
double round_width(double width) {
  const double power = std::pow(10.0, std::floor(std::log10(width)));
  for (const double factor : {1.0, 2.0, 2.5, 5.0})
    if (width <= factor * power * (1 + 1e-9)) return factor * power;
  return 10 * power;
}

double round_days(double width) {
  constexpr std::array days = {1,   2,   7,    14,   30,   61,    91,   182,
                               365, 730, 1826, 3652, 9131, 18262, 36525};
  for (const int one : days)
    if (width <= one) return one;
  return round_width(width);
}

int decimals_of(double width) {
  int decimals = 0;
  for (double rest = width; decimals < 9 && std::abs(rest - std::round(rest)) > 1e-6 * rest;
       rest *= 10)
    ++decimals;
  return decimals;
}

// Returns a whole number; numbers of four digits have no space, because they can be years.
std::string whole_text(double value) {
  if (std::abs(value) >= 10000) return count_text(value);
  return std::to_string(static_cast<int>(std::lround(value)));
}

std::string interval_label(double from, double to, double width, bool whole, bool dates) {
  if (dates)
    return to - from <= 1 ? date_label(from) : date_label(from) + " – " + date_label(to - 1);
  if (whole) return width == 1 ? whole_text(from) : whole_text(from) + "–" + whole_text(to - 1);
  const int decimals = decimals_of(width);
  return number_text(from, decimals) + "–" + number_text(to, decimals);
}

bool all_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char one) { return one >= '0' && one <= '9'; });
}

std::optional<int> integer_of(std::string_view text) {
  int value = 0;
  if (!all_digits(text) ||
      std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc())
    return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<double> day_of(std::string_view text) {
  if (text.ends_with(" BC")) return std::nullopt;
  const auto first = text.find('-');
  if (first == std::string_view::npos || text.size() < first + 6) return std::nullopt;
  const auto year = integer_of(text.substr(0, first));
  const auto month = integer_of(text.substr(first + 1, 2));
  const auto day = integer_of(text.substr(first + 4, 2));
  if (!year || !month || !day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count());
}

std::optional<Span> span_of(std::string_view text, bool dates) {
  if (text.size() < 3 || (text.front() != '[' && text.front() != '(')) return std::nullopt;
  text = text.substr(1, text.size() - 2);
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto end_of = [&](std::string_view end) {
    if (end.size() > 1 && end.front() == '"') end = end.substr(1, end.size() - 2);
    return dates ? day_of(end) : number_of(end);
  };
  return Span{end_of(text.substr(0, comma)), end_of(text.substr(comma + 1))};
}

Intervals::Intervals(double least, double greatest, int about, bool whole, bool dates) {
  // Few whole numbers have an interval each.
  if (whole && !dates && greatest - least < 1.5 * about)
    about = static_cast<int>(greatest - least) + 1;
  const double width = std::max(greatest - least, 1e-12 * std::max(1.0, std::abs(least))) / about;
  width_ = dates ? round_days(width) : round_width(width);
  if (whole || dates) width_ = std::max(1.0, std::ceil(width_));
  begin_ = dates ? std::floor(least) : std::floor(least / width_ + 1e-9) * width_;
  const int count = std::clamp(
      static_cast<int>(std::floor((greatest - begin_) / width_ + 1e-9)) + 1, 1, 4 * about);
  for (int interval = 0; interval < count; ++interval)
    labels_.push_back(interval_label(begin_ + interval * width_, begin_ + (interval + 1) * width_,
                                     width_, whole, dates));
}

std::optional<int> Intervals::of(double number) const {
  const double place = std::floor((number - begin_) / width_ + 1e-9);
  if (place < 0 || place >= count()) return std::nullopt;
  return static_cast<int>(place);
}

void Intervals::spread(const Span& span, double weight, std::vector<double>& into) const {
  const double end = begin_ + width_ * count();
  const double from = std::clamp(span.from.value_or(begin_), begin_, end);
  const double to = std::clamp(span.to.value_or(end), from, end);
  if (to - from < 1e-9 * width_) {
    into[static_cast<std::size_t>(of(from).value_or(count() - 1))] += weight;
    return;
  }
  for (int interval = of(from).value_or(0); interval < count(); ++interval) {
    const double lower = std::max(from, begin_ + interval * width_);
    const double upper = std::min(to, begin_ + (interval + 1) * width_);
    if (upper <= lower) break;
    into[static_cast<std::size_t>(interval)] += weight * (upper - lower) / (to - from);
  }
}

std::string date_label(double day) {
  const std::chrono::sys_days days{std::chrono::days(static_cast<int>(std::floor(day)))};
  const std::chrono::year_month_day date(days);
  std::array<char, 40> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return buffer.data();
}

std::vector<std::string> set_of(std::string_view text) {
  if (text.size() < 2 || text.front() != '{') return {std::string(text)};
  std::vector<std::string> values;
  std::string value;
  bool quoted = false;
  bool was_quoted = false;
  for (std::size_t place = 1; place < text.size(); ++place) {
    const char one = text[place];
    if (one == '\\' && place + 1 < text.size()) {
      value += text[++place];
    } else if (one == '"') {
      quoted = !quoted;
      was_quoted = true;
    } else if (!quoted && (one == ',' || (one == '}' && place + 1 == text.size()))) {
      values.push_back(!was_quoted && value == "NULL" ? missing_label : value);
      value.clear();
      was_quoted = false;
    } else {
      value += one;
    }
  }
  return values;
}

std::map<std::string, double> multiset_of(std::string_view text) {
  std::map<std::string, double> counts;
  std::size_t place = 0;
  while (place < text.size()) {
    std::string value;
    if (text[place] == '"') {
      for (++place; place < text.size() && text[place] != '"'; ++place) {
        if (text[place] == '\\' && place + 1 < text.size()) ++place;
        value += text[place];
      }
      ++place;
    } else {
      while (place < text.size() && text[place] != ':')
        value += text[place++];
      if (value == "NULL") value = missing_label;
    }
    if (place >= text.size() || text[place] != ':') return {};
    const auto comma = std::min(text.find(',', place), text.size());
    const auto count = number_of(text.substr(place + 1, comma - place - 1));
    if (!count) return {};
    counts[value] += *count;
    place = comma + 1;
  }
  return counts;
}

}  // namespace microdata::client
