#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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
  // How many combinations of values the labels of each class cover, at most 1e300: 0 where one of
  // them covers none. Empty for classes that were found without tuples.
  std::vector<double> combinations;
  // The classes that cover kind t: covering[offsets[t]] .. covering[offsets[t + 1] - 1].
  std::vector<std::size_t> offsets;
  std::vector<std::uint32_t> covering;
  // There are too many to be listed; the lists are cut short.
  bool cursory = false;
  // For each pair in `covering`: how much likelier a row of the class has the values of the kind
  // than others that it covers; empty where all are alike.
  std::vector<float> likelier;

  // The probability that a row of the class covering[at] has the values of its kind, where labels
  // are all that is known of it.
  double chance(std::size_t at) const {
    return (likelier.empty() ? 1.0 : likelier[at]) / combinations[covering[at]];
  }
  std::span<const std::uint32_t> of_kind(std::uint32_t kind) const {
    return std::span(covering).subspan(offsets[kind],
                                       offsets[kind + std::size_t{1}] - offsets[kind]);
  }
};

// The classes alone, of so many rows. Without quasi-identifiers (whoever has a release may drop its
// columns) all rows are one class.
ClassCover find_classes(std::size_t rows, const std::vector<RegionAttribute>& quasi_identifiers,
                        const Progress& progress);

// With the tuples. At most `most` pairs of a kind and a class are listed.
ClassCover cover_tuples(std::size_t rows, std::size_t tuples,
                        const std::vector<RegionAttribute>& quasi_identifiers, std::size_t most,
                        const Progress& progress);

// Keeps, where a class covers a kind and nothing else, this one alone for the kind. The release
// must show all tuples of a kind in one class. Cell generalization does, which divides by values
// alone, so that a class that shows exact values has everybody with them.
void keep_exact_classes(ClassCover& cover, const Progress& progress);

// Sets `likelier` by the counts of multisets, of a cover of these.
void count_values(ClassCover& cover, const std::vector<RegionAttribute>& quasi_identifiers,
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
