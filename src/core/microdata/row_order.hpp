#pragma once

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Sorts the tuples by their codes, attribute by attribute. The same tuples then have the same
// order, however they were read; tuples that are equal in all attributes cannot be distinguished.
void sort_rows(Microdata& data, const Progress& progress);

}  // namespace microdata
