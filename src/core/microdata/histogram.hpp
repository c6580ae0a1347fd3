#pragma once

#include <cstdint>
#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// The table's tuples, each once, with how many rows have it; in lexicographic order of the codes.
// Of a histogram, the same histogram in that order. At most 2^32 - 1 rows.
Microdata histogram_of(const Microdata& data, const Progress& progress);

// How many rows of the table some tuples stand for; `times` as in Microdata.
Row rows_of_table(std::span<const Row> tuples, std::span<const std::uint32_t> times);
Row rows_of_table(const Microdata& data, std::span<const Row> tuples);

// How many all of them stand for.
Row rows_of_table(const Microdata& data);

}  // namespace microdata
