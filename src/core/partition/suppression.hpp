#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Tuples grouped by their values of several attributes together.
struct TupleKinds {
  std::vector<std::vector<Code>> values;  // by attribute, the value of every kind
  std::vector<Code> domains;              // by attribute
  // By attribute, 1 for every harmless value, no tuple of which is in excess; empty if there is
  // none.
  std::vector<std::vector<std::uint8_t>> harmless;
  std::vector<std::uint32_t> of_row;
  std::vector<std::uint32_t> tuples;  // number of tuples of every kind
};

TupleKinds make_kinds(const Microdata& data, const AttributeSet& attributes,
                      std::span<const Row> rows, const Progress& progress);

// Returns the smallest number of tuples of each kind to suppress. No value of the j-th attribute
// then has a share above 1/l[j] among the rest, except for harmless values. The result is exact for
// one and two attributes. More attributes pose the problem of multidimensional matching; tuples
// with several values in excess are then suppressed first. If only one value of a tuple is in
// excess, the first such tuples in `rows` are suppressed. `at_least` is a known lower bound of the
// number of suppressed tuples.
std::vector<std::uint32_t> fewest_to_suppress(const TupleKinds& kinds, std::span<const Row> rows,
                                              std::span<const double> l, std::uint32_t at_least,
                                              const Progress& progress);

}  // namespace microdata
