#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/regions.hpp"

namespace microdata {

// The equivalence classes of a generalized release, and which of them may hold a tuple of the
// source: those whose values cover the tuple's in every quasi-identifier.
struct ClassCover {
  std::vector<std::uint32_t> class_of_row;  // of every published row
  std::uint32_t classes = 0;
  // Tuples with the same quasi-identifier values are one kind.
  std::vector<std::uint32_t> kind_of_tuple;
  std::uint32_t kinds = 0;
  // The classes that cover kind t: covering[offsets[t]] .. covering[offsets[t + 1] - 1].
  std::vector<std::size_t> offsets;
  std::vector<std::uint32_t> covering;
  // There are too many to be listed; the lists are cut short.
  bool cursory = false;
};

// The classes alone, of so many rows. Without quasi-identifiers (whoever has a release may drop its
// columns) all rows are one class.
ClassCover find_classes(std::size_t rows, const std::vector<RegionAttribute>& quasi_identifiers,
                        const Progress& progress);

// With the tuples. At most `most` pairs of a kind and a class are listed.
ClassCover cover_tuples(std::size_t rows, std::size_t tuples,
                        const std::vector<RegionAttribute>& quasi_identifiers, std::size_t most,
                        const Progress& progress);

// How many of the published rows cannot be tuples of the source, each another one, that their class
// covers and that agree with them in `rest`, the numbers of their other values: the rows less the
// greatest matching. With a cursory cover, or where the search would take too long, at most so
// many, and `cursory` is set.
struct ClassAssignment {
  std::size_t impossible_rows = 0;
  bool cursory = false;
};

ClassAssignment assign_tuples(const ClassCover& cover, const SlicedView::Values& rest,
                              const Progress& progress);

}  // namespace microdata
