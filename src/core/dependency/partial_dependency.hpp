#pragma once

#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/dependency/functional_dependency.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Returns the extent to which one attribute determines if another has a value, for the value that
// is determined best: a flag distinguishes one disease from all others. `rows` counts rows, or
// persons in each value of the first attribute. A person has a value if any of the person's rows
// has it. All numbers are zero if fewer than ten of the guesses without the first attribute are
// wrong.
Dependency measure_one_value(const CodedColumn& determinant, const CodedColumn& dependent,
                             const RowMeaning& rows = {}, const Progress& progress = {});

// Dependency of two attributes without the value of the first that determines least about the
// second. For example, a label is missing, or unknown, for some persons.
struct DependencyOfRest {
  // Rows with another value of the first attribute.
  std::vector<Row> rows;
  // Dependency in these rows. `guessed` counts the rows with the second attribute's commonest value
  // in all rows.
  Dependency dependency;
};

// Returns the dependency without one value, or nothing if fewer than two values of the first
// attribute are shared by enough rows or persons.
std::optional<DependencyOfRest> measure_rest(const CodedColumn& determinant,
                                             const CodedColumn& dependent,
                                             const RowMeaning& rows = {},
                                             const Progress& progress = {});

}  // namespace microdata
