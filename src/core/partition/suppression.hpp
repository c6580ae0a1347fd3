#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// Tuples by their values of several attributes together.
struct TupleKinds {
  std::vector<std::vector<Code>> values;  // by attribute, of every kind
  std::vector<Code> domains;              // by attribute
  std::vector<std::uint32_t> of_row;
  std::vector<std::uint32_t> tuples;  // of every kind
};

TupleKinds make_kinds(const Microdata& data, const AttributeSet& attributes,
                      std::span<const Row> rows, const Progress& progress);

// The fewest tuples to leave out so that no value of the j-th attribute has a share above 1/l[j]
// among the rest: per kind, how many. Exact for one and two attributes; for more, where the
// question is that of multidimensional matching, tuples that have several values in excess are left
// out first. Where only one value counts, the tuples are those that come first in `rows`. It is
// known that `at_least` tuples are left out.
std::vector<std::uint32_t> fewest_to_suppress(const TupleKinds& kinds, std::span<const Row> rows,
                                              std::span<const double> l, std::uint32_t at_least,
                                              const Progress& progress);

}  // namespace microdata
