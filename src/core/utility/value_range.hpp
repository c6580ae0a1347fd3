#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace microdata {

// Values that are not finite; NaN is the largest, as in PostgreSQL.
struct NotFinite {
  bool lowest = false;  // -infinity
  bool infinity = false;
  bool nan = false;

  double count() const { return (lowest ? 1 : 0) + (infinity ? 1 : 0) + (nan ? 1 : 0); }
};

// Published range of numbers; all numbers that the range stands for are equally likely.
struct ValueRange {
  // Ends, both included; infinite if the range is not bounded.
  double low = 0;
  double high = 0;
  // True if NULL is one of the values that the range stands for.
  bool with_null = false;
  // Number of finite values that the range can stand for, at least 1. For whole numbers, all
  // between the ends.
  double values = 1;
  NotFinite not_finite = {};
};

// Completes the ranges of an attribute, rows[i] being the number of rows with ranges[i]. A range of
// whole numbers stands for all numbers between its ends. Other ranges stand for one value for each
// `step` from end to end, but for no more values than rows expected within. `step` is the finest
// unit that distinguishes the attribute's values, 0 if unknown. Rows are expected to lie evenly in
// their range.
// An unbounded end is first set to where the attribute's widest bounded range would end, or to the
// outermost end of any range if farther. Without a bounded range the reach is unknown: the end
// stays infinite, and the range has a value for each row.
void complete_ranges(std::span<ValueRange> ranges, std::span<const std::size_t> rows, bool whole,
                     double step);

// Returns the share of any one value of a range, NULL and values that are not finite included.
double share_of_value(const ValueRange& range);

// Returns the share of a range between two numbers, both included, NaN being the largest. It is by
// count for whole numbers, otherwise by width, and at least one value if the interval meets the
// range. In a range of unknown reach a single number is one value, as is each whole number, and any
// other interval is the whole range.
double share_between(const ValueRange& range, double low, double high, bool whole);

}  // namespace microdata
