#pragma once

#include <span>

#include "core/base/progress.hpp"
#include "core/dependency/functional_dependency.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Returns the extent to which the order of one attribute's values determines another attribute. For
// example, a laboratory's figure determines a disease although hardly two persons have the same
// figure.
//
// Each row is guessed to have the commonest value of neighbouring rows of others. There are one or
// three neighbours on each side, the number that is right more often. A tie is no guess.
// `order_of_code` has the order of the determinant's codes; if empty, the code is the order. Rows
// of a person that agree in both attributes count once. A row that stands for several
// (RowMeaning::times) counts at most seven times.
Dependency measure_ordered_dependency(const CodedColumn& determinant,
                                      std::span<const double> order_of_code,
                                      const CodedColumn& dependent, const RowMeaning& meaning = {},
                                      const Progress& progress = {});

}  // namespace microdata
