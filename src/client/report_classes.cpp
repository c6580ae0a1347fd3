#include "client/report_classes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <numeric>

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

std::string interval_label(double from, double to, double width, bool whole) {
  if (whole) return width == 1 ? whole_text(from) : whole_text(from) + "–" + whole_text(to - 1);
  const int decimals = decimals_of(width);
  return number_text(from, decimals) + "–" + number_text(to, decimals);
}

// Returns the least of some numbers of units that is at least `width`; the greatest if none is.
template <std::size_t size>
int step_of(const std::array<int, size>& steps, double width) {
  const auto found = std::find_if(steps.begin(), steps.end(),
                                  [&](int step) { return width <= step * (1 + 1e-9); });
  return found == steps.end() ? steps.back() : *found;
}

constexpr double days_of_month = 365.2425 / 12;

std::chrono::year_month_day date_of(double day) {
  return std::chrono::sys_days{std::chrono::days(static_cast<int>(std::floor(day)))};
}

// Returns the number of whole months from year 0 to the day.
int month_of(double day) {
  const std::chrono::year_month_day date = date_of(day);
  return static_cast<int>(date.year()) * 12 +
         static_cast<int>(static_cast<unsigned>(date.month())) - 1;
}

int floor_to(int number, int step) {
  const int rest = number % step;
  return number - (rest < 0 ? rest + step : rest);
}

double first_day_of(int month) {
  const int year = floor_to(month, 12) / 12;
  const std::chrono::sys_days day =
      std::chrono::year(year) / (month - 12 * year + 1) / std::chrono::day(1);
  return static_cast<double>(day.time_since_epoch().count());
}

std::string date_text(const char* form, double day) {
  const std::chrono::year_month_day date = date_of(day);
  std::array<char, 40> buffer{};
  std::snprintf(buffer.data(), buffer.size(), form, static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return buffer.data();
}

// Returns the label of some days; `last` is the last of them. Whole months have no day, and whole
// years have no month.
std::string date_label(double from, double last, int months) {
  const char* const form = months == 0 ? "%04d-%02u-%02u" : months % 12 == 0 ? "%04d" : "%04d-%02u";
  const std::string begin = date_text(form, from);
  const std::string end = date_text(form, last);
  return begin == end ? begin : begin + " – " + end;
}

constexpr std::size_t most_classes = 7;
constexpr const char* other_label = "other";

double sum_of(const std::map<std::string, double>& weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0,
                         [](double sum, const auto& one) { return sum + one.second; });
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
  const auto year = number_of(text.substr(0, first));
  const auto month = number_of(text.substr(first + 1, 2));
  const auto day = number_of(text.substr(first + 4, 2));
  if (!year || !month || !day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)),
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
  // Calendars have no months beyond some years.
  constexpr double most_days = 1e7;
  if (dates && std::max(std::abs(least), std::abs(greatest)) < most_days)
    make_dates(least, greatest, about);
  else
    make_numbers(least, greatest, about, whole || dates);
}

void Intervals::make_numbers(double least, double greatest, int about, bool whole) {
  // Few whole numbers have an interval each.
  if (whole && greatest - least < 1.5 * about) about = static_cast<int>(greatest - least) + 1;
  double width =
      round_width(std::max(greatest - least, 1e-12 * std::max(1.0, std::abs(least))) / about);
  if (whole) width = std::max(1.0, std::ceil(width));
  const double begin = std::floor(least / width + 1e-9) * width;
  const int count =
      std::clamp(static_cast<int>(std::floor((greatest - begin) / width + 1e-9)) + 1, 1, 4 * about);
  for (int interval = 0; interval <= count; ++interval)
    ends_.push_back(begin + interval * width);
  for (int interval = 0; interval < count; ++interval)
    labels_.push_back(
        interval_label(begin + interval * width, begin + (interval + 1) * width, width, whole));
}

void Intervals::make_dates(double least, double greatest, int about) {
  constexpr std::array days = {1, 2, 7};
  constexpr std::array months = {1, 2, 3, 6, 12, 24, 60, 120, 300, 600, 1200, 6000, 12000};
  const double width = (greatest - least) / about;
  const int step = step_of(days, width);
  const int of_months = width <= step ? 0 : step_of(months, width / days_of_month);
  const double first = std::floor(least);
  const int month = of_months == 0 ? 0 : floor_to(month_of(first), of_months);
  for (int interval = 0; ends_.size() < 2 || ends_.back() <= greatest; ++interval)
    ends_.push_back(of_months == 0 ? first + interval * step
                                   : first_day_of(month + interval * of_months));
  for (std::size_t interval = 0; interval + 1 < ends_.size(); ++interval)
    labels_.push_back(date_label(ends_[interval], ends_[interval + 1] - 1, of_months));
}

std::string Intervals::ends() const {
  std::string array;
  for (const double end : ends_)
    array += (array.empty() ? "{" : ",") + exact_text(end - 1e-9 * (ends_[1] - ends_[0]));
  return array + "}";
}

std::optional<int> Intervals::of(double number) const {
  const auto after =
      std::upper_bound(ends_.begin(), ends_.end(), number + 1e-9 * (ends_[1] - ends_[0]));
  if (after == ends_.begin() || after == ends_.end()) return std::nullopt;
  return static_cast<int>(after - ends_.begin()) - 1;
}

void Intervals::spread(const Span& span, double weight, std::vector<double>& into) const {
  const double from = std::clamp(span.from.value_or(ends_.front()), ends_.front(), ends_.back());
  const double to = std::clamp(span.to.value_or(ends_.back()), from, ends_.back());
  if (to - from < 1e-9 * (ends_[1] - ends_[0])) {
    into[static_cast<std::size_t>(of(from).value_or(count() - 1))] += weight;
    return;
  }
  for (int interval = of(from).value_or(0); interval < count(); ++interval) {
    const auto place = static_cast<std::size_t>(interval);
    const double lower = std::max(from, ends_[place]);
    const double upper = std::min(to, ends_[place + 1]);
    if (upper <= lower) break;
    into[place] += weight * (upper - lower) / (to - from);
  }
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

Classes::Classes(TextReading reading, const std::map<std::string, double>& published)
    : reading_(std::move(reading)) {
  if (!make_intervals(published)) make_values(published);
  names_.emplace_back(other_label);
  names_.emplace_back(missing_label);
}

bool Classes::make_intervals(const std::map<std::string, double>& published) {
  if (!reading_.numbers && !reading_.dates) return false;
  std::optional<double> least;
  std::optional<double> greatest;
  const bool ranges = reading_.reading == "range";
  bool whole = !ranges || reading_.whole_ranges;
  const auto see = [&](const std::optional<double>& place) {
    if (!place) return;
    least = std::min(least.value_or(*place), *place);
    greatest = std::max(greatest.value_or(*place), *place);
    whole = whole && *place == std::floor(*place);
  };
  for (const auto& [text, weight] : published) {
    const auto span = ranges ? span_of(text, reading_.dates) : std::nullopt;
    see(span ? span->from : place_of(text));
    if (span) see(span->to);
  }
  if (!least) return false;
  const double end = ranges && reading_.whole_ranges ? *greatest - 1 : *greatest;
  intervals_.emplace(*least, std::max(*least, end), static_cast<int>(most_classes) - 1, whole,
                     reading_.dates);
  for (int interval = 0; interval < intervals_->count(); ++interval)
    names_.push_back(intervals_->label(interval));
  return true;
}

void Classes::make_values(const std::map<std::string, double>& published) {
  for (const auto& [text, weight] : published) {
    if (text == "*" && reading_.reading != "value") continue;
    const auto values = values_of(reading_.reading, text);
    const double all = sum_of(values);
    for (const auto& [value, count] : values)
      everything_[value] += weight * count / all;
  }
  std::vector<std::pair<double, std::string>> ordered;
  for (const auto& [value, weight] : everything_)
    if (value != missing_label) ordered.emplace_back(-weight, value);
  std::sort(ordered.begin(), ordered.end());
  if (ordered.size() > most_classes) ordered.resize(most_classes - 1);
  for (const auto& [weight, value] : ordered)
    names_.push_back(value);
}

std::map<std::string, double> values_of(const std::string& reading, const std::string& text) {
  std::map<std::string, double> values;
  if (reading == "multiset") values = multiset_of(text);
  if (values.empty() && (reading == "set" || reading == "multiset"))
    for (const std::string& value : set_of(text))
      ++values[value];
  if (values.empty()) values[text] = 1;
  return values;
}

std::optional<double> Classes::place_of(const std::string& text) const {
  return reading_.dates ? day_of(text) : number_of(text);
}

std::size_t Classes::value(const std::string& text, bool null) const {
  if (null) return missing();
  if (intervals_) {
    const auto place = place_of(text);
    const auto interval = place ? intervals_->of(*place) : std::nullopt;
    return interval ? static_cast<std::size_t>(*interval) : other();
  }
  const auto end = names_.end() - 2;
  const auto found = std::find(names_.begin(), end, text);
  return found == end ? other() : static_cast<std::size_t>(found - names_.begin());
}

Classes::Shares Classes::published(const std::string& text, bool null) const {
  if (null) return {{missing(), 1}};
  const auto span =
      intervals_ && reading_.reading == "range" ? span_of(text, reading_.dates) : std::nullopt;
  if (!span && (intervals_ || reading_.reading == "value")) return {{value(text, false), 1}};
  std::vector<double> of_classes(names_.size(), 0.0);
  if (span) {
    intervals_->spread(*span, 1, of_classes);
  } else {
    auto values = values_of(reading_.reading, text);
    if (text == "*" && !everything_.empty()) {
      values = everything_;
      for (auto& [one, count] : values)
        count = 1;
    }
    const double all = sum_of(values);
    for (const auto& [one, count] : values)
      of_classes[value(one, one == missing_label)] += count / all;
  }
  Shares shares;
  for (std::size_t place = 0; place < of_classes.size(); ++place)
    if (of_classes[place] > 0) shares.emplace_back(place, of_classes[place]);
  return shares;
}

double contingency(const Crossed& persons) {
  if (persons.empty()) return 0;
  std::vector<double> rows(persons.size(), 0.0);
  std::vector<double> columns(persons.front().size(), 0.0);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t column = 0; column < columns.size(); ++column) {
      rows[row] += persons[row][column];
      columns[column] += persons[row][column];
    }
  const double all = std::accumulate(rows.begin(), rows.end(), 0.0);
  const auto used = [](const std::vector<double>& sums) {
    return std::count_if(sums.begin(), sums.end(), [](double sum) { return sum > 0; });
  };
  const auto least = std::min(used(rows), used(columns));
  if (least < 2) return 0;
  double chi = 0;
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const double expected = rows[row] * columns[column] / all;
      if (expected > 0) chi += std::pow(persons[row][column] - expected, 2) / expected;
    }
  return chi / all / static_cast<double>(least - 1);
}

}  // namespace microdata::client
