#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// X -> A: tuples with the same values of X have the same value of A.
struct FunctionalDependency {
  // X, ascending; empty where A has one value only.
  AttributeSet determinant;
  std::size_t dependent = 0;
};

// All attributes that some attributes determine, themselves among them.
AttributeSet closure(const AttributeSet& attributes,
                     std::span<const FunctionalDependency> dependencies,
                     const Progress& progress = {});

// The minimal sets X, apart from `given`, that together with it determine all of `dependents`, by
// the dependencies and what these imply; in lexicographic order. One of them is the empty set where
// `given` is enough.
std::vector<AttributeSet> minimal_determinants(const AttributeSet& dependents,
                                               const AttributeSet& given,
                                               std::span<const FunctionalDependency> dependencies,
                                               const Progress& progress);

// The dependencies between the attributes that hold in the data and are minimal: none with fewer
// attributes on the left implies them. By the size of the determinant, at most `max_determinant`,
// then in lexicographic order.
std::vector<FunctionalDependency> functional_dependencies(const Microdata& data,
                                                          const AttributeSet& attributes,
                                                          std::size_t max_determinant,
                                                          const Progress& progress);

}  // namespace microdata
