#pragma once

#include <cstdint>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/partition/class_tuples.hpp"

namespace microdata {

// How an attribute's values stand when a class is cut on it. Numbers in their own order; with a
// hierarchy, so that the values of a label are neighbours, at every level; all others the most
// frequent of the class first, as what is published of those is a set.
struct ValueOrder {
  Code distinct = 0;
  // Place of each code, 0 .. distinct - 1; empty where it is by frequency.
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

// Leaves in `order` the tuples as their values stand: order[p] is the tuple at place p. Tuples of
// the same value stay as they are; of equally frequent values the lesser code comes first.
void sort_by_value(const CodeColumn& column, const ValueOrder& values, ValueSortScratch& scratch,
                   std::vector<std::uint32_t>& order, const Progress& progress);

}  // namespace microdata
