#pragma once

#include "core/microdata/progress.hpp"
#include "core/privacy/functional_dependency.hpp"

namespace microdata {

// How far an attribute tells one of the values that a person has of another attribute, in whatever
// row: a diagnosis at admission tells one of the person's diagnoses. Counts persons in each value
// of the first attribute that at least `fewest_sharing` persons have. Such a person is guessed to
// have a value that most of the others with it have; the guess is right where the person has all
// of these. Values that more than nine tenths of the persons have do not count. `guessed` counts
// those that are right of all others alike. Zero where fewer than ten of these guesses are wrong.
struct HeldValue {
  Dependency all;
  // Without the value of the first attribute by which most are guessed wrong: the visit before is
  // missing for the first one.
  Dependency rest;
};

// Requires persons.
HeldValue measure_held_value(const CodedColumn& determinant, const CodedColumn& dependent,
                             const CodedColumn& person_of_row, const Progress& progress = {});

}  // namespace microdata
