#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/class_cover.hpp"

namespace microdata {

// How well one sensitive attribute of a generalized release can be guessed by who knows a person's
// quasi-identifiers: classes that cover them count as in class_weights.hpp, and of a class every
// row is as likely the person's.
struct ClassDisclosure {
  // For each kind of tuple the greatest probability of a value; 0 where no class covers it. Where
  // not all classes that cover a kind are listed, the greatest in any class, which is no less.
  std::vector<double> of_kind;
};

// `values` has the sensitive value of every published row.
ClassDisclosure measure_class_disclosure(const ClassCover& cover, std::span<const Code> values,
                                         const Progress& progress);

}  // namespace microdata
