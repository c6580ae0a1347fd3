#include "client/report_classes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace microdata::client {

namespace {

constexpr std::size_t most_classes = 7;
constexpr const char* other_label = "other";

double sum_of(const std::map<std::string, double>& weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0,
                         [](double sum, const auto& one) { return sum + one.second; });
}

}  // namespace

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
    const auto values = values_of(text);
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

// Returns the values of a text: those of a set once each, those of a multiset with their counts.
std::map<std::string, double> Classes::values_of(const std::string& text) const {
  std::map<std::string, double> values;
  if (reading_.reading == "multiset") values = multiset_of(text);
  if (values.empty() && (reading_.reading == "set" || reading_.reading == "multiset"))
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
    auto values = values_of(text);
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
