#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/hierarchy.hpp"
#include "core/microdata/microdata.hpp"
#include "core/partition/class_penalty.hpp"
#include "core/partition/class_tuples.hpp"

namespace microdata {

// A split of an equivalence class on one of the attributes that vary in it. The tuples are in the
// order of the attribute's values. The first `left` tuples are one part and the others the second;
// if `left` is 0, each label below the common label is a part.
struct AttributeCut {
  // Penalty of the parts, summed over their tuples and over the attributes that vary.
  double penalty = 0;
  std::size_t attribute = 0;
  std::size_t left = 0;
};

// All functions below take `tuples` in the order of the v-th attribute that varies.

// Forbids splits of a strict class between values that the ends of published ranges do not
// distinguish, because strict classes must not share a value. Sets allowed[p] to 0 for such places,
// 0 < p < tuples.size().
void forbid_ties(const Attribute& attribute, const OrderedTuples& tuples, std::size_t v,
                 std::span<std::uint8_t> allowed);

// Returns the split in two of least penalty for each of `parts` equal parts of the order, at an
// allowed place. Of equal penalties the more balanced split is chosen, then the later. A part
// without an allowed place gives no split. `growing` examines the attributes that vary; `of_first`
// is working memory.
std::vector<AttributeCut> best_cuts_in_two(const OrderedTuples& tuples, std::size_t v,
                                           std::span<const std::uint8_t> allowed, std::size_t parts,
                                           GrowingClass& growing, std::vector<double>& of_first,
                                           const Progress& progress);

// Returns the ends of the labels below the tuples' lowest common label, ascending; the last is
// tuples.size(). Requires that the attribute varies.
std::vector<std::size_t> ends_of_labels(const Hierarchy& hierarchy, const OrderedTuples& tuples,
                                        std::size_t v);

// Returns the penalty of the parts with these ends, as in AttributeCut.
double penalty_of_parts(const OrderedTuples& tuples, std::span<const std::size_t> ends,
                        GrowingClass& growing, const Progress& progress);

}  // namespace microdata
