#pragma once

#include <string_view>

namespace microdata {

// How exactly a text gives a date.
enum class WrittenDate {
  none,
  // The day is, or may be, the first of a month: as good as a month.
  month,
  day,
};

// Returns it of the usual spellings: 1950-01-31, 31.1.1950, 1/31/50, 31 January 1950, Jan 31, 1950,
// 19500131, 31011950, 310150; a time of day may follow. 195001 is a month.
WrittenDate written_date(std::string_view text);

}  // namespace microdata
