#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/label_cover.hpp"

namespace microdata {

// The equivalence classes of a generalized release, and the classes that can hold each tuple of the
// source. A class can hold a tuple if its values cover the tuple's values in every
// quasi-identifier.
struct ClassCover {
  std::vector<std::uint32_t> class_of_row;  // class of every published row
  std::uint32_t classes = 0;
  // Kind of each tuple; tuples with the same quasi-identifier values are one kind.
  std::vector<std::uint32_t> kind_of_tuple;
  std::uint32_t kinds = 0;
  // Number of combinations of values that the labels of each class cover, at most 1e300; 0 if one
  // of the labels covers no value. Empty for classes that were found without tuples.
  std::vector<double> combinations;
  // Classes that cover each kind: those of kind t are from offsets[t] to before offsets[t + 1] in
  // `covering`.
  std::vector<std::size_t> offsets;
  std::vector<std::uint32_t> covering;
  // True if there are too many pairs to list, so that the lists are incomplete.
  bool cursory = false;
  // Factor for each pair in `covering`: the class has the values of the kind so many times likelier
  // than others that it covers. Empty if all values are equally likely.
  std::vector<float> likelier;

  // Returns the probability that a row of the class covering[at] has the values of its kind, if
  // only the row's labels are known.
  double chance(std::size_t at) const {
    return (likelier.empty() ? 1.0 : likelier[at]) / combinations[covering[at]];
  }
  std::span<const std::uint32_t> of_kind(std::uint32_t kind) const {
    return std::span(covering).subspan(offsets[kind],
                                       offsets[kind + std::size_t{1}] - offsets[kind]);
  }
};

// Returns the classes of `rows` published rows, without tuples. All rows are one class if there are
// no quasi-identifiers, as when the owner of a release dropped its columns.
ClassCover find_classes(std::size_t rows, const std::vector<RegionAttribute>& quasi_identifiers,
                        const Progress& progress);

// Returns the classes with the tuples that they cover. Lists at most `most` pairs of a kind and a
// class.
ClassCover cover_tuples(std::size_t rows, std::size_t tuples,
                        const std::vector<RegionAttribute>& quasi_identifiers, std::size_t most,
                        const Progress& progress);

// Keeps only the class that covers a kind and nothing else, for each kind that has such a class.
// The release must show all tuples of a kind in one class. Cell generalization does so: it splits
// by values alone, so a class that shows exact values has every person with these values.
void keep_exact_classes(ClassCover& cover, const Progress& progress);

// Sets `likelier` from the counts of multisets, if the release shows multisets.
void count_values(ClassCover& cover, const std::vector<RegionAttribute>& quasi_identifiers,
                  const Progress& progress);

// Number of published rows without a tuple of the source. Each row needs a different tuple that its
// class covers and that agrees with the row in `rest`, the numbers of the other values. The number
// is that of the rows less the size of a maximum matching. If the cover is cursory or the search
// takes too long, the number is an upper bound, and `cursory` is set.
struct ClassAssignment {
  std::size_t impossible_rows = 0;
  bool cursory = false;
};

ClassAssignment assign_tuples(const ClassCover& cover, const SlicedView::Values& rest,
                              const Progress& progress);

}  // namespace microdata
