#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/threads.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

// Coordinate of a tuple on an axis. Codes in their order, shifted to the signed 16-bit range for
// which even the oldest x86-64 has vector minima and maxima. An attribute of more than 2^16 values
// is cut into that many cells by the rank of its tuples.
using Cell = std::int16_t;

// An attribute to split upon.
struct Axis {
  std::size_t attribute = 0;
  std::vector<Cell> cell_of_code;
  // Where a cell lies in the attribute's domain, from 0 to 1: by value where the attribute is
  // numeric and width is lost, by the share of rows that come before where entropy is, otherwise
  // by rank. Indexed by cell_index().
  std::vector<float> position;
};

inline std::size_t cell_index(Cell cell) {
  return static_cast<std::size_t>(static_cast<int>(cell) + 32768);
}

// The axes of those of `attributes` that may be split upon and are not constant. Where an attribute
// has a hierarchy, values with a common label are neighbours.
std::vector<Axis> make_axes(const Microdata& data, const AttributeSet& attributes,
                            const Progress& progress, LossMeasure loss = LossMeasure::width);

// The axis of one attribute in the order of its codes, whatever its hierarchy: cells never descend.
Axis make_ordered_axis(const Microdata& data, std::size_t attribute, const Progress& progress,
                       LossMeasure loss = LossMeasure::width);

// Tuples laid out for splitting: a row of cells each (padded to a multiple of `lane_block`), some
// tags, and the tuple's number.
struct MondrianRows {
  static constexpr std::size_t lane_block = 8;

  std::size_t lanes;
  std::size_t tags_per_row;
  std::vector<Cell> cells;
  std::vector<std::uint32_t> tags;
  std::vector<Row> ids;

  MondrianRows(std::size_t rows, std::size_t axes, std::size_t tags_of_row);

  const Cell* cells_of(std::size_t row) const { return &cells[row * lanes]; }

  std::span<const std::uint32_t> tags_between(std::size_t begin, std::size_t end) const {
    return std::span(tags).subspan(begin * tags_per_row, (end - begin) * tags_per_row);
  }

  void move_row(std::size_t from, MondrianRows& target, std::size_t to) const;
};

// Tuples and room for as many to move to.
struct LaidOutRows {
  MondrianRows rows;
  MondrianRows room;
};

// The rows in the order given. `tags` holds tags_per_row columns, each over all tuples of `data`.
LaidOutRows lay_out(const Microdata& data, const std::vector<Axis>& axes, std::span<const Row> rows,
                    std::span<const std::span<const std::uint32_t>> tags, Threads threads,
                    const Progress& progress);

// The smallest and largest cell on every lane between two rows.
struct CellRanges {
  std::vector<Cell> low;
  std::vector<Cell> high;
};

void measure_ranges(const MondrianRows& rows, std::size_t begin, std::size_t end,
                    CellRanges& ranges, const Progress& progress);

}  // namespace microdata
