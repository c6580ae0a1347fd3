#pragma once

#include "core/base/progress.hpp"
#include "core/dependency/functional_dependency.hpp"

namespace microdata {

// Extent to which an attribute determines one of a person's values of another attribute, in any
// row. For example, a diagnosis at admission is one of the person's diagnoses.
//
// Persons count once in each value of the first attribute that at least `fewest_sharing` persons
// have. A person is guessed to have a value that most of the others with the same value have. The
// guess is right if the person has all of these values. Values that more than nine tenths of the
// persons have are ignored. `guessed` counts the right guesses if all other persons are treated
// alike. All numbers are zero if fewer than ten of these guesses are wrong.
struct HeldValue {
  Dependency all;
  // Dependency without the value of the first attribute that has most wrong guesses. For example,
  // the previous visit is missing for the first visit.
  Dependency rest;
};

// Returns the dependency. Requires persons.
HeldValue measure_held_value(const CodedColumn& determinant, const CodedColumn& dependent,
                             const CodedColumn& person_of_row, const Progress& progress = {});

}  // namespace microdata
