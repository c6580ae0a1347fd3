#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// One attribute's codes of some tuples, at equal distances in memory.
struct CodeColumn {
  const Code* first = nullptr;
  std::size_t stride = 1;
  std::size_t tuples = 0;

  Code operator[](std::size_t tuple) const { return first[tuple * stride]; }
};

// A class as it is looked at for a cut: of each tuple the codes of those attributes that have
// several values in the class.
// Invariant: codes.size() == rows.size() * varying.size().
struct ClassTuples {
  std::span<const Row> rows;
  // Ascending indices into the attributes that classes may be cut on.
  std::vector<std::uint32_t> varying;
  // Tuple by tuple, in the order of `varying`.
  std::vector<Code> codes;

  std::size_t size() const { return rows.size(); }
  const Code* codes_of(std::size_t tuple) const { return codes.data() + tuple * varying.size(); }
  // Of the v-th of the attributes that vary.
  CodeColumn column(std::size_t v) const { return {codes.data() + v, varying.size(), size()}; }
};

// `codes` has `width` codes for each row, one for every attribute that classes may be cut on.
// Requires at least one row. Reuses the memory of `result`.
void take_class(std::span<const Row> rows, std::span<const Code> codes, std::size_t width,
                ClassTuples& result, const Progress& progress);

// A class with its tuples in some order: order[p] is the tuple at place p.
struct OrderedTuples {
  const ClassTuples& tuples;
  std::span<const std::uint32_t> order;

  std::size_t size() const { return order.size(); }
  const Code* codes_at(std::size_t place) const { return tuples.codes_of(order[place]); }
  Code code_at(std::size_t place, std::size_t v) const { return codes_at(place)[v]; }
};

}  // namespace microdata
