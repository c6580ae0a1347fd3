#include "core/partition/mondrian_space.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/parallel.hpp"
#include "core/microdata/table_counts.hpp"

namespace microdata {

namespace {

constexpr std::uint64_t cells_per_axis = 1U << 16U;

Cell to_cell(std::uint64_t index) {
  return static_cast<Cell>(static_cast<std::int64_t>(index) - 32768);
}

// Returns cells with about equal numbers of tuples. In a region, values of the whole table might
// have no tuple there; they share the cell of a neighbour.
std::vector<Cell> cells_by_rank(const std::vector<Code>& codes, Code distinct,
                                const Progress& progress) {
  std::vector<std::uint32_t> counts(distinct);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    progress.checkpoint_at(row);
    ++counts[codes[row]];
  }
  std::vector<Cell> cell_of_code(distinct);
  std::uint64_t before = 0;
  for (Code code = 0; code < distinct; ++code) {
    progress.checkpoint_at(code);
    const std::uint64_t place = std::min<std::uint64_t>(before, codes.size() - 1);
    cell_of_code[code] = to_cell(place * cells_per_axis / codes.size());
    before += counts[code];
  }
  return cell_of_code;
}

// Returns the codes in an order in which codes with the same label are neighbours, at every level
// of the hierarchy.
std::vector<Code> codes_by_label(const Hierarchy& hierarchy, Code distinct) {
  std::vector<Code> order(distinct);
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t level = 1; level < hierarchy.levels(); ++level) {
    std::stable_sort(order.begin(), order.end(), [&](Code a, Code b) {
      return hierarchy.label_of_code[level][a] < hierarchy.label_of_code[level][b];
    });
  }
  return order;
}

// Returns an axis in the order of the hierarchy, measured by rank.
Axis hierarchical_axis(std::size_t a, const Attribute& attribute) {
  const std::vector<Code> order = codes_by_label(*attribute.hierarchy, attribute.distinct);
  Axis axis{a, std::vector<Cell>(attribute.distinct), {}};
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const std::uint64_t index =
        order.size() <= cells_per_axis ? rank : rank * cells_per_axis / order.size();
    axis.cell_of_code[order[rank]] = to_cell(index);
    axis.position.resize(index + 1, static_cast<float>(rank) / static_cast<float>(std::max<Code>(
                                                                   attribute.distinct - 1, 1)));
  }
  return axis;
}

// Puts values that ranges do not distinguish into one cell, so that no split separates them.
void join_same_ends(const Attribute& attribute, std::vector<Cell>& cell_of_code) {
  for (Code code = 0; code < attribute.same_end.size(); ++code)
    cell_of_code[code] = cell_of_code[attribute.same_end[code]];
}

// Returns positions by the rows of the whole table, if they are known.
std::vector<float> positions_by_rows(const Attribute& attribute, const std::vector<Code>& codes,
                                     const std::vector<Cell>& cell_of_code,
                                     const Progress& progress) {
  const std::vector<std::uint64_t> counts = table_counts(attribute, codes, progress);
  std::vector<float> position(cell_index(cell_of_code.back()) + 1);
  std::vector<std::uint64_t> rows(position.size());
  for (Code code = 0; code < counts.size(); ++code)
    rows[cell_index(cell_of_code[code])] += counts[code];
  const auto total =
      static_cast<double>(std::accumulate(rows.begin(), rows.end(), std::uint64_t{0}));
  std::uint64_t before = 0;
  for (std::size_t cell = 0; cell < rows.size(); ++cell) {
    position[cell] = static_cast<float>(static_cast<double>(before) / total);
    before += rows[cell];
  }
  return position;
}

std::vector<float> positions(const Attribute& attribute, const std::vector<Cell>& cell_of_code,
                             LossMeasure loss) {
  std::vector<float> position(cell_index(cell_of_code.back()) + 1);
  const bool by_value = attribute.numeric() && loss == LossMeasure::width;
  double low = 0;
  double high = 0;
  if (by_value) {
    const auto is_finite = [](double value) { return std::isfinite(value); };
    const auto& values = attribute.projection;
    const auto first = std::find_if(values.begin(), values.end(), is_finite);
    if (first != values.end()) {
      low = *first;
      high = *(std::find_if_not(first, values.end(), is_finite) - 1);
    }
  }
  const double width = high / 2 - low / 2;
  for (Code code = attribute.distinct; code-- > 0;) {
    double where = static_cast<double>(code) / std::max<Code>(attribute.distinct - 1, 1);
    if (by_value) {
      // A value that is not finite lies at its end of the domain; NULL and NaN lie at the upper
      // end.
      const double value = attribute.projection[code];
      where = value < low ? 0 : 1;
      if (std::isfinite(value)) where = width > 0 ? (value / 2 - low / 2) / width : 0;
    }
    position[cell_index(cell_of_code[code])] = static_cast<float>(where);
  }
  return position;
}

}  // namespace

Axis make_ordered_axis(const Microdata& data, std::size_t a, const Progress& progress,
                       LossMeasure loss) {
  const Attribute& attribute = data.attributes[a];
  Axis axis{a, {}, {}};
  if (attribute.distinct <= cells_per_axis) {
    axis.cell_of_code.resize(attribute.distinct);
    for (Code code = 0; code < attribute.distinct; ++code) {
      axis.cell_of_code[code] = to_cell(code);
    }
  } else {
    axis.cell_of_code = cells_by_rank(data.columns[a], attribute.distinct, progress);
  }
  join_same_ends(attribute, axis.cell_of_code);
  axis.position = loss == LossMeasure::entropy
                      ? positions_by_rows(attribute, data.columns[a], axis.cell_of_code, progress)
                      : positions(attribute, axis.cell_of_code, loss);
  return axis;
}

std::vector<Axis> make_axes(const Microdata& data, const AttributeSet& attributes,
                            const Progress& progress, LossMeasure loss) {
  std::vector<Axis> axes;
  for (const std::size_t a : attributes) {
    const Attribute& attribute = data.attributes[a];
    if (!attribute.divisible || attribute.distinct < 2) continue;
    progress.checkpoint();
    axes.push_back(attribute.hierarchy ? hierarchical_axis(a, attribute)
                                       : make_ordered_axis(data, a, progress, loss));
  }
  return axes;
}

MondrianRows::MondrianRows(std::size_t rows, std::size_t axes, std::size_t tags_of_row)
    : lanes((axes + lane_block - 1) / lane_block * lane_block),
      tags_per_row(tags_of_row),
      cells(rows * lanes),
      tags(rows * tags_per_row),
      ids(rows) {}

void MondrianRows::move_row(std::size_t from, MondrianRows& target, std::size_t to) const {
  const Cell* source = cells.data() + from * lanes;
  Cell* destination = target.cells.data() + to * lanes;
  for (std::size_t lane = 0; lane < lanes; lane += lane_block) {
    std::memcpy(destination + lane, source + lane, lane_block * sizeof(Cell));
  }
  for (std::size_t tag = 0; tag < tags_per_row; ++tag) {
    target.tags[to * tags_per_row + tag] = tags[from * tags_per_row + tag];
  }
  target.ids[to] = ids[from];
}

LaidOutRows lay_out(const Microdata& data, const std::vector<Axis>& axes, std::span<const Row> rows,
                    std::span<const std::span<const std::uint32_t>> tags, Threads threads,
                    const Progress& progress) {
  MondrianRows result(rows.size(), axes.size(), tags.size());
  const auto fill = [&](MondrianRows& to, std::size_t begin, std::size_t end, const auto& row_of) {
    for (std::size_t x = 0; x < axes.size(); ++x) {
      const Code* const codes = data.columns[axes[x].attribute].data();
      const Cell* const cell_of_code = axes[x].cell_of_code.data();
      for (std::size_t i = begin; i < end; ++i)
        to.cells[i * to.lanes + x] = cell_of_code[codes[row_of(i)]];
    }
    for (std::size_t t = 0; t < tags.size(); ++t) {
      for (std::size_t i = begin; i < end; ++i)
        to.tags[i * tags.size() + t] = tags[t][row_of(i)];
    }
    for (std::size_t i = begin; i < end; ++i)
      to.ids[i] = static_cast<Row>(row_of(i));
  };
  // A small part of a table is fetched row by row, because many parts are laid out one after the
  // other.
  constexpr std::size_t small_part = 4;
  if (rows.size() < data.rows / small_part) {
    in_parallel_blocks(threads, rows.size(), progress, [&](std::size_t begin, std::size_t end) {
      fill(result, begin, end, [&](std::size_t i) { return rows[i]; });
    });
    MondrianRows room(rows.size(), axes.size(), tags.size());
    return {std::move(result), std::move(room)};
  }
  // A large part is first laid out in table order, and then whole rows are moved to the requested
  // order. Random access to every cell in its own column would miss the cache once for each cell
  // instead of once for each row.
  MondrianRows as_they_lie(data.rows, axes.size(), tags.size());
  in_parallel_blocks(threads, data.rows, progress, [&](std::size_t begin, std::size_t end) {
    fill(as_they_lie, begin, end, [](std::size_t i) { return i; });
  });
  in_parallel_blocks(threads, rows.size(), progress, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      as_they_lie.move_row(rows[i], result, i);
  });
  return {std::move(result), std::move(as_they_lie)};
}

void measure_ranges(const MondrianRows& rows, std::size_t begin, std::size_t end,
                    CellRanges& ranges, const Progress& progress) {
  constexpr std::size_t block = MondrianRows::lane_block;
  using Block = std::array<Cell, block>;
  ranges.low.resize(rows.lanes);
  ranges.high.resize(rows.lanes);
  for (std::size_t lane = 0; lane < rows.lanes; lane += block) {
    Block low;
    Block high;
    low.fill(std::numeric_limits<Cell>::max());
    high.fill(std::numeric_limits<Cell>::min());
    progress.in_blocks(end - begin, [&](std::size_t from, std::size_t to) {
      // The compiler keeps the copies in registers.
      Block least = low;
      Block most = high;
      const Cell* cells = rows.cells_of(begin + from) + lane;
      for (std::size_t row = from; row < to; ++row, cells += rows.lanes) {
        for (std::size_t i = 0; i < block; ++i) {
          least[i] = std::min(least[i], cells[i]);
          most[i] = std::max(most[i], cells[i]);
        }
      }
      low = least;
      high = most;
    });
    std::copy(low.begin(), low.end(), ranges.low.begin() + static_cast<std::ptrdiff_t>(lane));
    std::copy(high.begin(), high.end(), ranges.high.begin() + static_cast<std::ptrdiff_t>(lane));
  }
}

}  // namespace microdata
