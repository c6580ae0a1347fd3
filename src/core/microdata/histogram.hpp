#pragma once

#include <cstdint>
#include <span>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Returns the table's distinct tuples with the number of rows of each, in lexicographic order of
// the codes. A histogram becomes the same histogram in that order. The table has at most 2^32 - 1
// rows.
Microdata histogram_of(const Microdata& data, const Progress& progress);

// Returns the number of rows of the table for which some tuples stand; `times` is as in Microdata.
Row rows_of_table(std::span<const Row> tuples, std::span<const std::uint32_t> times);
Row rows_of_table(const Microdata& data, std::span<const Row> tuples);

// Returns the number of rows for which all tuples stand.
Row rows_of_table(const Microdata& data);

}  // namespace microdata
