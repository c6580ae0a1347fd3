#include "core/utility/value_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace microdata {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

NotFinite not_finite_between(const NotFinite& values, double low, double high) {
  return {values.lowest && low == -infinity,
          values.infinity && low <= infinity && !(high < infinity), values.nan && std::isnan(high)};
}

bool is_bounded(const ValueRange& range) {
  return std::isfinite(range.low) && std::isfinite(range.high);
}

// Outermost ends and largest width of an attribute's bounded ranges, for completing the others.
struct ReachOfRanges {
  double lowest = infinity;
  double highest = -infinity;
  double widest = -1;

  bool known() const { return widest >= 0; }
};

ReachOfRanges reach_of(std::span<const ValueRange> ranges) {
  ReachOfRanges reach;
  for (const ValueRange& range : ranges) {
    if (std::isfinite(range.low)) reach.lowest = std::min(reach.lowest, range.low);
    if (std::isfinite(range.high)) reach.highest = std::max(reach.highest, range.high);
    if (is_bounded(range)) reach.widest = std::max(reach.widest, range.high - range.low);
  }
  return reach;
}

void bound(ValueRange& range, const ReachOfRanges& reach) {
  if (is_bounded(range) || !reach.known()) return;
  if (std::isfinite(range.low)) {
    range.high = std::max(reach.highest, range.low + reach.widest);
  } else if (std::isfinite(range.high)) {
    range.low = std::min(reach.lowest, range.high - reach.widest);
  } else {
    range.low = reach.lowest;
    range.high = reach.highest;
  }
}

// Position at which ranges begin or end, with the number of rows before it.
struct Place {
  double at = 0;
  long double before = 0;
  // Rows per unit of width that begin here, less those that end here; and rows exactly here.
  long double slope = 0;
  long double jump = 0;
};

// Returns the distinct ends of the bounded ranges, ascending.
std::vector<Place> places_of(std::span<const ValueRange> ranges) {
  std::vector<Place> places;
  for (const ValueRange& range : ranges) {
    if (!is_bounded(range)) continue;
    places.push_back({range.low});
    places.push_back({range.high});
  }
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return a.at < b.at; });
  const auto end = std::unique(places.begin(), places.end(),
                               [](const Place& a, const Place& b) { return a.at == b.at; });
  places.erase(end, places.end());
  return places;
}

Place& place_at(std::vector<Place>& places, double at) {
  return *std::lower_bound(places.begin(), places.end(), at,
                           [](const Place& place, double x) { return place.at < x; });
}

// Returns for each bounded range the expected number of rows within, of any range.
std::vector<double> expected_rows(std::span<const ValueRange> ranges,
                                  std::span<const std::size_t> rows) {
  std::vector<Place> places = places_of(ranges);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (!is_bounded(ranges[i])) continue;
    const auto count = static_cast<long double>(rows[i]);
    Place& low = place_at(places, ranges[i].low);
    Place& high = place_at(places, ranges[i].high);
    if (&low == &high) {
      low.jump += count;
      continue;
    }
    const long double slope = count / (static_cast<long double>(high.at) - low.at);
    low.slope += slope;
    high.slope -= slope;
  }
  long double slope = 0;
  for (std::size_t p = 1; p < places.size(); ++p) {
    slope += places[p - 1].slope;
    places[p].before = places[p - 1].before + places[p - 1].jump +
                       slope * (static_cast<long double>(places[p].at) - places[p - 1].at);
  }
  std::vector<double> expected(ranges.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (!is_bounded(ranges[i])) continue;
    const Place& low = place_at(places, ranges[i].low);
    const Place& high = place_at(places, ranges[i].high);
    expected[i] = static_cast<double>(high.before + high.jump - low.before);
  }
  return expected;
}

}  // namespace

void complete_ranges(std::span<ValueRange> ranges, std::span<const std::size_t> rows, bool whole,
                     double step) {
  const ReachOfRanges reach = reach_of(ranges);
  for (ValueRange& range : ranges)
    bound(range, reach);
  const std::vector<double> expected = whole ? std::vector<double>{} : expected_rows(ranges, rows);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    ValueRange& range = ranges[i];
    if (!is_bounded(range)) {
      range.values = std::max(1.0, static_cast<double>(rows[i]));
      continue;
    }
    const double width = range.high - range.low;
    if (whole || width <= 0) {
      range.values = std::max(1.0, width + 1);
    } else {
      const double steps = step > 0 ? std::floor(width / step) + 1 : expected[i];
      range.values = std::max(1.0, std::min(steps, expected[i]));
    }
  }
}

double share_of_value(const ValueRange& range) {
  return 1 / (range.values + (range.with_null ? 1 : 0) + range.not_finite.count());
}

double share_between(const ValueRange& range, double low, double high, bool whole) {
  const double of_one = share_of_value(range);
  const double of_others = of_one * not_finite_between(range.not_finite, low, high).count();
  const double from = std::max(range.low, low);
  const double to = std::isnan(high) ? range.high : std::min(range.high, high);
  if (std::isnan(low) || from == infinity || to == -infinity) {
    // A range of unknown reach can have a value beyond all numbers.
    const bool endless = to == -infinity ? range.low == -infinity : range.high == infinity;
    return endless ? std::max(of_others, of_one) : of_others;
  }
  if (!(from <= to)) return of_others;
  const double of_values = range.values * of_one;
  if (whole) return std::min((to - from + 1) * of_one, of_values) + of_others;
  if (!is_bounded(range)) return (from == to ? of_one : of_values) + of_others;
  const double width = range.high - range.low;
  if (width <= 0) return of_values + of_others;
  return std::max((to - from) / width * of_values, of_one) + of_others;
}

}  // namespace microdata
