#pragma once

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// Puts the tuples in the order of their codes, attribute by attribute: the same tuples then come in
// the same order, however they were read. Tuples that are equal throughout cannot be told apart.
void sort_rows(Microdata& data, const Progress& progress);

}  // namespace microdata
