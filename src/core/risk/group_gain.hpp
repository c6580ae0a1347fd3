#pragma once

#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Returns the gain of looking at the bucket over guessing the most frequent value of all rows. Each
// row is guessed as the most frequent value among the rows that agree in `known`. The gain is the
// share of guesses right beyond those of the most frequent value of all, among the rows that this
// value misses. `known` has the bucket and the other attributes of the value's group, with one code
// for each row. The gain is in 0 .. 1, and 0 if all rows have one value. Requires a row, and
// columns as long as `values`.
double group_gain(const CodedColumn& values, std::span<const CodedColumn> known,
                  const Progress& progress);

}  // namespace microdata
