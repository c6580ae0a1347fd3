#pragma once

#include <string_view>

namespace microdata {

// True if a whole text, or the elements of an array, look like the full name of a person. A full
// name has two to four names or initials that begin with capitals, at least one of them a name. It
// has at most one comma. Titles and particles such as "von" are ignored. A word for companies,
// houses or streets excludes a name. Letters can be Latin, Greek or Cyrillic in UTF-8; bytes of
// other encodings count as letters.
bool is_full_name(std::string_view text);

// True if a whole text looks like a full name without capitals, as exported by old systems. The
// text has two to four names in small letters, including a common given name. Most diagnoses,
// occupations and towns include no given name.
bool is_full_name_in_small_letters(std::string_view text);

}  // namespace microdata
