#pragma once

#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Returns the table of some of the rows, in the given order, with unchanged codes.
Microdata selected(const Microdata& data, std::span<const Row> rows, const Progress& progress);

// Returns the codes of some of the rows, in the given order.
std::vector<Code> selected(std::span<const Code> codes, std::span<const Row> rows);

}  // namespace microdata
