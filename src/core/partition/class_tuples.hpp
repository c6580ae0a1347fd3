#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// Codes of one attribute of some tuples, at equal distances in memory.
struct CodeColumn {
  const Code* first = nullptr;
  std::size_t stride = 1;
  std::size_t tuples = 0;

  Code operator[](std::size_t tuple) const { return first[tuple * stride]; }
};

// A class prepared for a split: each tuple's codes of the attributes with several values in the
// class. Invariant: codes.size() == rows.size() * varying.size().
struct ClassTuples {
  std::span<const Row> rows;
  // Ascending indices into the attributes that classes can be split on.
  std::vector<std::uint32_t> varying;
  // Codes tuple by tuple, in the order of `varying`.
  std::vector<Code> codes;

  std::size_t size() const { return rows.size(); }
  const Code* codes_of(std::size_t tuple) const { return codes.data() + tuple * varying.size(); }
  // Returns the codes of the v-th attribute that varies.
  CodeColumn column(std::size_t v) const { return {codes.data() + v, varying.size(), size()}; }
};

// Prepares a class for a split. `codes` has `width` codes for each row, one for every attribute
// that classes can be split on. Requires at least one row. Reuses the memory of `result`.
void take_class(std::span<const Row> rows, std::span<const Code> codes, std::size_t width,
                ClassTuples& result, const Progress& progress);

// A class with its tuples in an order: order[p] is the tuple at place p.
struct OrderedTuples {
  const ClassTuples& tuples;
  std::span<const std::uint32_t> order;

  std::size_t size() const { return order.size(); }
  const Code* codes_at(std::size_t place) const { return tuples.codes_of(order[place]); }
  Code code_at(std::size_t place, std::size_t v) const { return codes_at(place)[v]; }
};

}  // namespace microdata
