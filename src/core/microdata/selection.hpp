#pragma once

#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// The table of some of the rows, in the given order. Codes stay what they are.
Microdata selected(const Microdata& data, std::span<const Row> rows, const Progress& progress);

}  // namespace microdata
