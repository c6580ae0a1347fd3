#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/hierarchy.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/partition/class_penalty.hpp"
#include "core/partition/class_tuples.hpp"

namespace microdata {

// A cut of a class on one attribute, the so-manieth of those that vary in it. Its tuples being in
// the order of the attribute's values, the first `left` go against the rest or, where `left` is 0,
// each label below the common one becomes a part.
struct AttributeCut {
  // Penalty of the parts, summed over their tuples and over the attributes that vary.
  double penalty = 0;
  std::size_t attribute = 0;
  std::size_t left = 0;
};

// Below, `tuples` are in the order of the v-th of the attributes that vary.

// Takes from allowed[p], for 0 < p < tuples.size(), the places between tuples that the ends of
// published ranges do not tell apart: strict classes must not share a value.
void forbid_ties(const Attribute& attribute, const OrderedTuples& tuples, std::size_t v,
                 std::span<std::uint8_t> allowed);

// Of each of `parts` equal parts of the order, the cut in two at an allowed place there that costs
// least; of equal ones the more balanced, then the later. `growing` looks at the attributes that
// vary; `of_first` is working memory.
std::vector<AttributeCut> best_cuts_in_two(const OrderedTuples& tuples, std::size_t v,
                                           std::span<const std::uint8_t> allowed, std::size_t parts,
                                           GrowingClass& growing, std::vector<double>& of_first,
                                           const Progress& progress);

// Where the labels below the tuples' lowest common one end, ascending, the last at tuples.size().
// Requires that the attribute varies.
std::vector<std::size_t> ends_of_labels(const Hierarchy& hierarchy, const OrderedTuples& tuples,
                                        std::size_t v);

// The penalty of the parts that end there, as in AttributeCut.
double penalty_of_parts(const OrderedTuples& tuples, std::span<const std::size_t> ends,
                        GrowingClass& growing, const Progress& progress);

}  // namespace microdata
