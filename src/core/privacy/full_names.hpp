#pragma once

#include <string_view>

namespace microdata {

// True if a whole text, or an array's elements, look like the full name of a person: two to four
// words of letters that begin with capitals, one comma at most between them, beside initials,
// titles and particles such as "von"; none of them a word for companies, houses or streets. Letters
// are those of Latin, Greek and Cyrillic in UTF-8; bytes of other encodings count as letters.
bool is_full_name(std::string_view text);

// True if a whole text looks like a full name without capitals, as exports of old systems have: two
// to four such words in small letters, a common given name among them. Diagnoses, occupations and
// towns have mostly none.
bool is_full_name_in_small_letters(std::string_view text);

}  // namespace microdata
