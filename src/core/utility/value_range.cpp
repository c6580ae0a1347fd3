#include "core/utility/value_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace microdata {

namespace {

bool is_bounded(const ValueRange& range) {
  return std::isfinite(range.low) && std::isfinite(range.high);
}

// What the bounded ends of an attribute's ranges tell of the others.
struct Reach {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  double widest = -1;

  bool known() const { return widest >= 0; }
};

Reach reach_of(std::span<const ValueRange> ranges) {
  Reach reach;
  for (const ValueRange& range : ranges) {
    if (std::isfinite(range.low)) reach.lowest = std::min(reach.lowest, range.low);
    if (std::isfinite(range.high)) reach.highest = std::max(reach.highest, range.high);
    if (is_bounded(range)) reach.widest = std::max(reach.widest, range.high - range.low);
  }
  return reach;
}

void bound(ValueRange& range, const Reach& reach) {
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

}  // namespace

void complete_ranges(std::span<ValueRange> ranges, std::span<const std::size_t> rows, bool whole,
                     double step) {
  const Reach reach = reach_of(ranges);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    ValueRange& range = ranges[i];
    bound(range, reach);
    if (!is_bounded(range)) continue;
    const double width = range.high - range.low;
    const double most =
        whole ? std::numeric_limits<double>::infinity() : static_cast<double>(rows[i]);
    const double unit = whole ? 1 : step;
    const double steps = unit > 0 ? std::floor(width / unit) + 1 : most;
    range.values = std::max(1.0, std::min(steps, most));
  }
}

double share_of_value(const ValueRange& range) {
  return 1 / (range.values + (range.with_null ? 1 : 0));
}

double share_between(const ValueRange& range, double low, double high, bool whole) {
  const double from = std::max(range.low, low);
  const double to = std::min(range.high, high);
  if (!(from <= to)) return 0;
  if (!is_bounded(range)) return 1;
  const double width = range.high - range.low;
  const double of_values = range.values * share_of_value(range);
  if (whole) return (to - from + 1) * share_of_value(range);
  if (width <= 0) return of_values;
  return std::max((to - from) / width * of_values, share_of_value(range));
}

}  // namespace microdata
