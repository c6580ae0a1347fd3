#pragma once

#include <string_view>

namespace microdata {

// Precision with which a text gives a date.
enum class WrittenDate {
  none,
  // The day is, or might be, the first of a month, which is as precise as a month.
  month,
  day,
};

// Returns the precision of a date in the usual spellings: 1950-01-31, 31.1.1950, 1/31/50, 31
// January 1950, Jan 31, 1950, 19500131, 31011950, 310150. A time of day can follow. 195001 is a
// month.
WrittenDate written_date(std::string_view text);

}  // namespace microdata
