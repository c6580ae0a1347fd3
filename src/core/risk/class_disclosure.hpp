#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/class_cover.hpp"

namespace microdata {

// Probabilities with which an attacker who knows a person's quasi-identifiers guesses a sensitive
// attribute of a generalized release. Classes that cover the person count as in class_weights.hpp;
// within a class every row is equally likely the person's.
struct ClassDisclosure {
  // Greatest probability of a value that is not harmless, for each kind of tuple; 0 if no class
  // covers the kind. If not all classes that cover a kind are listed, the value is the greatest
  // probability in any class, which is no less.
  std::vector<double> of_kind;
};

// Returns the disclosure of an attribute; `values` has the sensitive value of every published row,
// and `harmless` the harmless ones as in Attribute::harmless.
ClassDisclosure measure_class_disclosure(const ClassCover& cover, std::span<const Code> values,
                                         std::span<const std::uint8_t> harmless,
                                         const Progress& progress);

}  // namespace microdata
