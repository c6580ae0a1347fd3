#pragma once

#include <cstdint>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/partition/class_tuples.hpp"

namespace microdata {

// Order of an attribute's values for a split of a class. Numbers are in their own order. With a
// hierarchy, values of a label are neighbours, at every level. All other values are ordered by
// descending frequency in the class, because they are published as a set.
struct ValueOrder {
  Code distinct = 0;
  // Place of each code, 0 .. distinct - 1; empty if the order is by frequency.
  std::vector<std::uint32_t> rank;

  bool by_frequency() const { return rank.empty(); }
};

ValueOrder value_order(const Attribute& attribute);

// Working memory of sort_by_value.
struct ValueSortScratch {
  std::vector<std::uint64_t> keyed;
  std::vector<std::uint32_t> next;
  std::vector<std::uint32_t> frequency;  // by code, zero between calls
};

// Sets `order` to the tuples in the order of their values: order[p] is the tuple at place p. Tuples
// with the same value keep their order; of equally frequent values the lesser code comes first.
void sort_by_value(const CodeColumn& column, const ValueOrder& values, ValueSortScratch& scratch,
                   std::vector<std::uint32_t>& order, const Progress& progress);

}  // namespace microdata
