#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/code.hpp"

namespace microdata {

// Returns segments of the tuples for l-diversity (fragmentation paper, section 5, step 2), each as
// its class values, ascending.
//
// A segment is the set of tuples with some of the class values. Segments are clustered top-down by
// the class attribute, which counts for classification. A segment is divided into its rarer and its
// more frequent values if two conditions hold. Both parts have k tuples and l values, and
// equivalence classes are expected to get narrower.
//
// Each equivalence class must have every value of its segment, which makes theorem 5.1 hold, and is
// made from fewer tuples. No two segments share a value, so equivalence classes of different
// segments never join. Equivalence classes that show the same labels are united into one class,
// with all values of several segments.
//
// `tuples` has the number of tuples with each class value. Requires at least k tuples and l values.
std::vector<std::vector<Code>> class_segments(std::span<const std::uint32_t> tuples, double l,
                                              std::uint32_t k);

}  // namespace microdata
