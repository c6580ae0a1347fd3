#pragma once

#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// Returns what a look at the bucket gains over a guess of the most frequent value of all rows: the
// share of rows guessed right, of those that the most frequent value misses, by the most frequent
// value among the rows that agree in `known`, columns of one code to a row: the bucket, and the
// other attributes of the value's group. In 0 .. 1; 0 where all rows have one value. Requires a
// row, and columns as long as `values`.
double group_gain(const CodedColumn& values, std::span<const CodedColumn> known,
                  const Progress& progress);

}  // namespace microdata
