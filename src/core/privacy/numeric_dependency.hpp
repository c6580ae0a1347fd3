#pragma once

#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/functional_dependency.hpp"

namespace microdata {

// An attribute of numbers: one a code, and the codes of the rows.
struct NumericColumn {
  std::span<const double> numbers;
  std::span<const Code> codes;
};

// Returns how far the numbers of one attribute tell those of another, as of a bonus and a salary
// that hardly two persons share. Each row is guessed from the two rows of others that lie next to
// it by the first attribute, on the line between their numbers (any two, where more have its number
// of the first attribute), and the guess is right where it comes as near as a tenth of the second
// attribute's standard deviation without its least and greatest hundredth. `guessed` is how many
// rows the best single number for all comes near. Rows without a finite number of both do not
// count. `person_of_row`: as RowMeaning::person; rows of a person are not guessed from one another.
Dependency measure_numeric_dependency(const NumericColumn& determinant,
                                      const NumericColumn& dependent,
                                      const CodedColumn& person_of_row = {},
                                      const Progress& progress = {});

// Returns the same of an attribute whose values need not be numbers, such as bands of a salary in
// words. Each row is guessed to have the median (the lower of two) of the rows of others that share
// its value, over values that at least `fewest_sharing` persons share.
Dependency measure_numbers_by_value(const CodedColumn& determinant, const NumericColumn& dependent,
                                    const CodedColumn& person_of_row = {},
                                    const Progress& progress = {});

}  // namespace microdata
