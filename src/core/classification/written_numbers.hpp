#pragma once

#include <optional>
#include <string_view>

namespace microdata {

// Returns the number that a text is, without letters: 52000, -1.5, $52,000.00, 1.234,50 €, 5 %. A
// range or list gives its first number: [20000,21000), {52000}. A date gives a number that
// increases with the date: 2024-01-15, 15.01.2024.
std::optional<double> written_number(std::string_view text);

// Returns the number of a text that is a single number. A date, a range or a list gives nothing.
std::optional<double> written_amount(std::string_view text);

}  // namespace microdata
