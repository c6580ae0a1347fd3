#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Returns for each code of an attribute the number of rows of the whole table with the code. The
// numbers are Attribute::table_counts if the data are a region of a table. Otherwise they are
// counted in `codes`, the attribute's column; `times` is as in Microdata, for a histogram.
std::vector<std::uint64_t> table_counts(const Attribute& attribute, std::span<const Code> codes,
                                        const Progress& progress,
                                        std::span<const std::uint32_t> times = {});

}  // namespace microdata
