#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <span>

namespace microdata::postgres {

// A quasi-identifier as far as its values take memory.
struct LeveledAttribute {
  // At least 1.
  double distinct = 1;
  // Of its hierarchy, the values' own and the root among them; 2: it has none.
  std::size_t levels = 2;
};

// An upper bound, in bytes, of what full-domain and cell recoding take for so many different tuples
// of `columns` columns: measured for each part (docs/experiments/figures.md, "Memory of a row"),
// and put together as if values were independent. Tuples of which many have the same
// quasi-identifiers take less.
double bytes_of_levels(double tuples, std::size_t columns,
                       std::span<const LeveledAttribute> quasi_identifiers, unsigned threads);

}  // namespace microdata::postgres
