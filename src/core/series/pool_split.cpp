#include "core/series/pool_split.hpp"

#include <algorithm>
#include <utility>

namespace microdata {

namespace {

// Divisor of the buckets: both sides of a cut beside the persons on the median have more than this
// part of them.
constexpr std::size_t lopsided = 16;

}  // namespace

PoolSplitting::PoolSplitting(const std::vector<Axis>& axes, LaidOutRows rows, Random& random)
    : axes_(axes), buffers_{std::move(rows.rows), std::move(rows.room)}, random_(random) {}

void PoolSplitting::split(const PoolPlaces& pool, TuplePartition& result,
                          const Progress& progress) {
  std::size_t begin = pool.begin;
  strands_.clear();
  for (const std::size_t end : pool.ends) {
    strands_.push_back({begin, end});
    begin = end;
  }
  // The strands that are rounded up must not depend on the order of the values.
  random_.shuffle(std::span(strands_));
  pending_.assign(1, {pool.buckets, 0});
  const std::size_t values = pool.ends.size();
  while (!pending_.empty()) {
    progress.checkpoint();
    const Region region = pending_.back();
    pending_.pop_back();
    current_.assign(strands_.end() - static_cast<std::ptrdiff_t>(values), strands_.end());
    strands_.resize(strands_.size() - values);
    if (region.buckets == 1) {
      emit(region.buffer, result);
    } else {
      halve(region, progress);
    }
  }
}

// Appends a bucket; each strand has one person or none.
void PoolSplitting::emit(unsigned buffer, TuplePartition& result) const {
  for (const Strand& strand : current_) {
    if (strand.size() > 0) result.rows.push_back(buffers_[buffer].ids[strand.begin]);
  }
  result.offsets.push_back(static_cast<Row>(result.rows.size()));
}

void PoolSplitting::halve(const Region& region, const Progress& progress) {
  const Cut cut = choose_cut(region, progress);
  const std::size_t left_strands = strands_.size();
  strands_.resize(left_strands + 2 * current_.size());
  // Shares are rounded strand upon strand from a random start. Each strand's share is then rounded
  // as well, never above the number of buckets, and the shares add up to that of the region.
  std::uint64_t carried = random_.below(region.buckets);
  std::size_t gathered = 0;
  for (std::size_t s = 0; s < current_.size(); ++s) {
    const Strand& strand = current_[s];
    const std::uint64_t share = carried + std::uint64_t{strand.size()} * cut.buckets_to_the_left;
    const std::size_t to_the_left = share / region.buckets;
    carried = share % region.buckets;
    // No cells were gathered if there are no axes.
    const std::span<const Cell> cells =
        axes_.empty() ? std::span<const Cell>()
                      : std::span<const Cell>(cells_).subspan(gathered, strand.size());
    divide(strand, cells, to_the_left, region.buffer, cut.axis, progress);
    gathered += strand.size();
    strands_[left_strands + s] = {strand.begin, strand.begin + to_the_left};
    strands_[left_strands + current_.size() + s] = {strand.begin + to_the_left, strand.end};
  }
  pending_.push_back({cut.buckets_to_the_left, 1 - region.buffer});
  pending_.push_back({region.buckets - cut.buckets_to_the_left, 1 - region.buffer});
}

// Returns the cut and leaves the cells on its axis in cells_, strand by strand.
PoolSplitting::Cut PoolSplitting::choose_cut(const Region& region, const Progress& progress) {
  if (axes_.empty()) return {0, region.buckets / 2};
  const std::size_t axis = widest_axis(region.buffer, progress);
  gather(region.buffer, axis, progress);
  const std::size_t persons = cells_.size();
  const CellOfRank median =
      find_rank(cells_, ranges_.low[axis], ranges_.high[axis], persons / 2, scratch_, progress);
  const auto smaller_side = [&](std::size_t left) { return std::min(left, persons - left); };
  const std::size_t beside =
      smaller_side(median.upto) >= smaller_side(median.below) ? median.upto : median.below;
  const std::uint64_t buckets = (std::uint64_t{beside} * region.buckets + persons / 2) / persons;
  const std::uint64_t fewer = std::min(buckets, region.buckets - buckets);
  if (fewer > region.buckets / lopsided) return {axis, static_cast<std::uint32_t>(buckets)};
  return {axis, region.buckets / 2};
}

// Returns the widest axis and leaves the ranges over all strands in ranges_.
std::size_t PoolSplitting::widest_axis(unsigned buffer, const Progress& progress) {
  bool first = true;
  for (const Strand& strand : current_) {
    if (strand.size() == 0) continue;
    CellRanges& ranges = first ? ranges_ : strand_ranges_;
    measure_ranges(buffers_[buffer], strand.begin, strand.end, ranges, progress);
    for (std::size_t x = 0; x < axes_.size() && !first; ++x) {
      ranges_.low[x] = std::min(ranges_.low[x], ranges.low[x]);
      ranges_.high[x] = std::max(ranges_.high[x], ranges.high[x]);
    }
    first = false;
  }
  std::size_t widest = 0;
  float width = -1;
  for (std::size_t x = 0; x < axes_.size(); ++x) {
    const std::vector<float>& position = axes_[x].position;
    const float extent =
        position[cell_index(ranges_.high[x])] - position[cell_index(ranges_.low[x])];
    if (extent > width) {
      width = extent;
      widest = x;
    }
  }
  return widest;
}

void PoolSplitting::gather(unsigned buffer, std::size_t axis, const Progress& progress) {
  const MondrianRows& rows = buffers_[buffer];
  cells_.clear();
  for (const Strand& strand : current_) {
    progress.in_blocks(strand.size(), [&](std::size_t begin, std::size_t end) {
      const Cell* cell = rows.cells_of(strand.begin) + begin * rows.lanes + axis;
      for (std::size_t i = begin; i < end; ++i, cell += rows.lanes)
        cells_.push_back(*cell);
    });
  }
}

// Moves a strand to the other buffer, the persons with the lowest cells to the left. The first of
// those on the cut go left.
void PoolSplitting::divide(const Strand& strand, std::span<const Cell> cells,
                           std::size_t to_the_left, unsigned buffer, std::size_t axis,
                           const Progress& progress) {
  const MondrianRows& from = buffers_[buffer];
  MondrianRows& to = buffers_[1 - buffer];
  const bool whole = axes_.empty() || to_the_left == 0 || to_the_left == strand.size();
  CellOfRank last{0, 0, 0};
  if (!whole) {
    last = find_rank(cells, ranges_.low[axis], ranges_.high[axis], to_the_left - 1, scratch_,
                     progress);
  }
  std::size_t on_the_cut = to_the_left - last.below;
  std::size_t next[] = {strand.begin, strand.begin + to_the_left};
  for (std::size_t i = 0; i < strand.size(); ++i) {
    progress.checkpoint_at(i);
    bool left = whole ? i < to_the_left : cells[i] <= last.cell;
    if (!whole && cells[i] == last.cell) {
      left = on_the_cut > 0;
      on_the_cut -= left ? 1 : 0;
    }
    from.move_row(strand.begin + i, to, next[left ? 0 : 1]++);
  }
}

}  // namespace microdata
