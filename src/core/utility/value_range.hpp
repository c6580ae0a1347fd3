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

// A published range of numbers: what it stands for, all of it equally likely.
struct ValueRange {
  // Both belong to it. Infinite where it is not bounded.
  double low = 0;
  double high = 0;
  // NULL is one of the values that it stands for.
  bool with_null = false;
  // How many finite values it may stand for, at least 1. Of whole numbers, all between the ends.
  double values = 1;
  NotFinite not_finite = {};
};

// How many values the ranges of an attribute stand for. Whole numbers: those within. Others: as
// many as there are steps from end to end, `step` being the finest unit that the attribute's values
// are told apart by (0: none is known), but no more than rows are expected within, rows[i] of them
// having ranges[i] and lying evenly in it.
// An end that is not bounded is first put where the widest bounded range of the attribute would
// end, or at the outermost end of any, whichever is farther. Without a bounded range nothing tells
// how far it reaches: it is left where it is, with a value for each row.
void complete_ranges(std::span<ValueRange> ranges, std::span<const std::size_t> rows, bool whole,
                     double step);

// The share of a range of any one value in it, NULL and what is not finite included.
double share_of_value(const ValueRange& range);

// The share of what lies between two numbers, both included, of which NaN is the largest: by count,
// or else by width, at least that of one value where it meets the range at all. In a range of
// unknown reach one number is one value, each whole number is, and any other stretch is all of it.
double share_between(const ValueRange& range, double low, double high, bool whole);

}  // namespace microdata
