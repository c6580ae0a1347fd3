#pragma once

#include <span>

#include "core/base/progress.hpp"
#include "core/dependency/functional_dependency.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// An attribute of numbers: one number for each code, and the codes of the rows.
struct NumericColumn {
  std::span<const double> numbers;
  std::span<const Code> codes;
};

// Returns the extent to which the numbers of one attribute determine the numbers of another, like a
// bonus and a salary that hardly two persons share.
//
// Each row is guessed from the two rows of others next to it in the first attribute, on the line
// between their numbers. If several rows have its number of the first attribute, any two are used.
// The guess is right if it is within a tenth of the second attribute's standard deviation, computed
// without the least and greatest hundredth. `guessed` is the number of rows near the best single
// number for all. Rows without a finite number of both are ignored. `person_of_row` is as
// RowMeaning::person; rows of a person are not guessed from one another.
Dependency measure_numeric_dependency(const NumericColumn& determinant,
                                      const NumericColumn& dependent,
                                      const CodedColumn& person_of_row = {},
                                      const Progress& progress = {});

// Returns the extent to which an attribute whose values need not be numbers, such as bands of a
// salary in words, determines numbers. Each row is guessed to have the median (the lower of two) of
// the rows of others with the same value. Only values that at least `fewest_sharing` persons share
// count.
Dependency measure_numbers_by_value(const CodedColumn& determinant, const NumericColumn& dependent,
                                    const CodedColumn& person_of_row = {},
                                    const Progress& progress = {});

}  // namespace microdata
