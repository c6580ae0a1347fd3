#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// For each code of an attribute, how many rows of the whole table have it: Attribute::table_counts
// where the data are a region of a table, else counted in `codes`, the attribute's column.
std::vector<std::uint64_t> table_counts(const Attribute& attribute, std::span<const Code> codes,
                                        const Progress& progress);

}  // namespace microdata
