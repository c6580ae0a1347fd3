#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// The values of a dictionary and others, numbered in the type's order: those that it takes for
// equal, however they are written, have the same number.
struct NumberedTogether {
  // By code of the dictionary.
  std::vector<Code> known;
  std::vector<Code> others;
  // How many numbers there are.
  Code distinct = 0;
};

// `text_of` gives each of `count` others; nothing: NULL.
NumberedTogether number_together(
    const Dictionary& dictionary, std::size_t count,
    const std::function<std::optional<std::string>(std::size_t)>& text_of,
    const Progress& progress);

}  // namespace microdata::postgres
