#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/code.hpp"

namespace microdata {

// Segments of the tuples for l-diversity (fragmentation paper, section 5, step 2), clustered top
// down by the attribute that counts for classification: the class. A segment is the tuples with
// some of the class values; it is divided, its rarer values from the more frequent ones, for as
// long as both parts have k tuples and l values and classes are expected to get narrower thereby:
// each must have every value of its segment, which is what makes theorem 5.1 hold, and is cut from
// fewer tuples. No two segments share a value, so that classes of different segments never join;
// and classes that come to show the same are united to one that has all the values of several
// segments.
//
// `tuples` has the number of tuples with each class value. Returns the segments' values, each
// ascending. Requires at least k tuples and l values.
std::vector<std::vector<Code>> class_segments(std::span<const std::uint32_t> tuples, double l,
                                              std::uint32_t k);

}  // namespace microdata
