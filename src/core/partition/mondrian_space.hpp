#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

// Coordinate of a tuple on an axis. Codes keep their order and are shifted to the signed 16-bit
// range, for which even the oldest x86-64 has vector minima and maxima. An attribute of more than
// 2^16 values is divided into 2^16 cells by the rank of its tuples.
using Cell = std::int16_t;

// An attribute to split on.
struct Axis {
  std::size_t attribute = 0;
  std::vector<Cell> cell_of_code;
  // Position of each cell in the attribute's domain, from 0 to 1, indexed by cell_index(). The
  // position is by value if the attribute is numeric and the loss is width. It is the share of
  // preceding rows if the loss is entropy, and otherwise the rank.
  std::vector<float> position;
};

inline std::size_t cell_index(Cell cell) {
  return static_cast<std::size_t>(static_cast<int>(cell) + 32768);
}

// Returns the axes of the `attributes` that can be split and are not constant. If an attribute has
// a hierarchy, values with a common label are neighbours.
std::vector<Axis> make_axes(const Microdata& data, const AttributeSet& attributes,
                            const Progress& progress, LossMeasure loss = LossMeasure::width);

// Returns the axis of one attribute in the order of its codes, even if it has a hierarchy: cells
// never descend.
Axis make_ordered_axis(const Microdata& data, std::size_t attribute, const Progress& progress,
                       LossMeasure loss = LossMeasure::width);

// Tuples laid out for splitting. Each has a row of cells (padded to a multiple of `lane_block`),
// some tags, and its number.
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

// Tuples, and room to move as many tuples.
struct LaidOutRows {
  MondrianRows rows;
  MondrianRows room;
};

// Lays out the rows in the given order. `tags` holds tags_per_row columns, each over all tuples of
// `data`.
LaidOutRows lay_out(const Microdata& data, const std::vector<Axis>& axes, std::span<const Row> rows,
                    std::span<const std::span<const std::uint32_t>> tags, Threads threads,
                    const Progress& progress);

// Smallest and largest cell on every lane between two rows.
struct CellRanges {
  std::vector<Cell> low;
  std::vector<Cell> high;
};

void measure_ranges(const MondrianRows& rows, std::size_t begin, std::size_t end,
                    CellRanges& ranges, const Progress& progress);

}  // namespace microdata
