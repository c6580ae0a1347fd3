#pragma once

#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// The table of some of the rows, in the given order. Codes stay what they are.
Microdata selected(const Microdata& data, std::span<const Row> rows, const Progress& progress);

// The codes of some of the rows, in the given order.
std::vector<Code> selected(std::span<const Code> codes, std::span<const Row> rows);

}  // namespace microdata
