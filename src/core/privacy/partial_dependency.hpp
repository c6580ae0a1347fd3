#pragma once

#include <optional>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/functional_dependency.hpp"

namespace microdata {

// Returns how far one attribute tells if another has a value, of the value that it tells best: a
// flag tells one disease from all others. `rows` counts rows, or persons in each value of the first
// attribute; a person has a value who has it in one of the rows. Zero where fewer than ten of the
// guesses without the first attribute are wrong.
Dependency measure_one_value(const CodedColumn& determinant, const CodedColumn& dependent,
                             const RowMeaning& rows = {}, const Progress& progress = {});

// Two attributes without the value of the first that tells least of the second: a label is missing,
// or unknown, for some persons.
struct DependencyOfRest {
  // The rows whose value of the first attribute is another.
  std::vector<Row> rows;
  // In these; `guessed` counts those with the value of the second attribute that is commonest in
  // all rows.
  Dependency dependency;
};

// None where fewer than two values of the first attribute are shared by enough.
std::optional<DependencyOfRest> measure_rest(const CodedColumn& determinant,
                                             const CodedColumn& dependent,
                                             const RowMeaning& rows = {},
                                             const Progress& progress = {});

}  // namespace microdata
