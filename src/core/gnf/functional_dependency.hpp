#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// X -> A: tuples with the same values of X have the same value of A.
struct FunctionalDependency {
  // X, ascending; empty if A has only one value.
  AttributeSet determinant;
  std::size_t dependent = 0;
};

// Returns all attributes that some attributes determine, including themselves.
AttributeSet closure(const AttributeSet& attributes,
                     std::span<const FunctionalDependency> dependencies,
                     const Progress& progress = {});

// Returns the minimal sets X, disjoint from `given`, that together with `given` determine all of
// `dependents`, by the dependencies and their consequences, in lexicographic order. If `given` is
// enough, one of the sets is empty.
std::vector<AttributeSet> minimal_determinants(const AttributeSet& dependents,
                                               const AttributeSet& given,
                                               std::span<const FunctionalDependency> dependencies,
                                               const Progress& progress);

// Returns the minimal dependencies between the attributes that hold in the data: no dependency with
// fewer attributes on the left implies them. They are sorted by the size of the determinant, at
// most `max_determinant`, then in lexicographic order.
std::vector<FunctionalDependency> functional_dependencies(const Microdata& data,
                                                          const AttributeSet& attributes,
                                                          std::size_t max_determinant,
                                                          const Progress& progress);

}  // namespace microdata
