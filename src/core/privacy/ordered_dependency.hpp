#pragma once

#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/functional_dependency.hpp"

namespace microdata {

// Returns how far the order of one attribute's values tells another attribute, as that of a
// laboratory's figure tells a disease, though hardly two persons have the same figure. Each row is
// guessed to have the commonest value of the rows of others next to it: of one at each side, or of
// three at each side, whichever is right more often. A tie is no guess. `order_of_code`: by code of
// the determinant, what it is ordered by; empty: the code. Rows of a person that agree in both
// attributes count once, and rows that are several (RowMeaning::times) as seven at the most.
Dependency measure_ordered_dependency(const CodedColumn& determinant,
                                      std::span<const double> order_of_code,
                                      const CodedColumn& dependent, const RowMeaning& meaning = {},
                                      const Progress& progress = {});

}  // namespace microdata
