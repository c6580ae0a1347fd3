#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/base/pool.hpp"
#include "core/base/progress.hpp"
#include "core/base/radix_sort.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/cell_of_rank.hpp"
#include "core/partition/mondrian_space.hpp"

namespace microdata {

// Side of a split to which a tuple goes. A free tuple lies on the split and can go to either side.
enum class Side : std::uint8_t { left = 0, right = 1, free = 2 };

enum class Grouping {
  strict,   // tuples equal to the split value go to one side: regions never overlap
  relaxed,  // tuples equal to the split value are divided between both sides
};

struct MondrianOptions {
  Grouping grouping = Grouping::relaxed;
  Threads threads;
  // Largest number of tuples of a region that is left undivided for the caller.
  std::size_t stop_at = 0;
};

// Multidimensional partitioning of tuples (LeFevre, DeWitt and Ramakrishnan, "Mondrian", ICDE
// 2006). A region is split in two at the median of its widest attribute, relative to the domain, if
// the requirement holds on both sides. If not, the next widest attribute is tried. If no median
// holds, the allowed split nearest to a median is used. With relaxed grouping, the last resort
// is a division by the requirement itself.
//
// The requirement is a value whose const functions several threads call concurrently, each with its
// own Scratch. Tags are the requirement's data about a tuple. Every region satisfies the
// requirement.
//   struct Scratch;                 Scratch make_scratch() const;
//   std::size_t fewest() const      returns the smallest number of tuples that can satisfy it
//   bool allows(tags, sides, scratch)
//                                   true if both sides satisfy it; no side is free
//   void mark_allowed(tags, order, allowed, scratch)
//                                   sets allowed[p] to 1 if the first p of `order` against the rest
//                                   might satisfy it (necessary, not sufficient)
//   bool share(tags, order, sides, scratch)
//                                   assigns the free tuples, the first in `order` to the left, so
//                                   that both sides satisfy it, as evenly as possible
//   std::size_t finish_size()       returns the largest number of tuples of a region that finish()
//                                   divides instead of splits; relaxed grouping only
//   std::uint32_t finish(tags, order, bucket_of, scratch)
//                                   divides such a region, or one that no split divides: sets
//                                   bucket_of[i] for every tuple; returns the number of buckets
template <typename Requirement>
class Mondrian {
 public:
  // Divides the tuples of `rows`. If tuples are equally well placed, the first in `rows` go left,
  // so the caller must choose the order of `rows` accordingly.
  static TuplePartition divide(const std::vector<Axis>& axes, LaidOutRows rows,
                               const Requirement& requirement, const MondrianOptions& options,
                               const Progress& progress) {
    Mondrian mondrian(axes, std::move(rows), requirement, options);
    return mondrian.run(progress);
  }

 private:
  using Scratch = typename Requirement::Scratch;

  struct Region {
    std::size_t begin;
    std::size_t end;
    unsigned buffer;

    std::size_t size() const { return end - begin; }
  };

  // Working memory of one thread.
  struct Workspace {
    Scratch scratch;
    CellRanges ranges;
    std::vector<std::pair<float, std::size_t>> widths;
    std::vector<Side> sides;
    std::vector<Cell> values;
    RankScratch rank;
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> counts;
    std::vector<std::uint8_t> allowed;
    std::vector<std::uint32_t> bucket_of;
    std::vector<Region> pending;
  };

  // Smallest number of tuples of a region that is worth another thread.
  static constexpr std::size_t worth_a_task = 8192;

  // Inverse of the share of a region that each side of a split next to the median must exceed at
  // first. Only for relaxed grouping; more lopsided splits are postponed. Dividing equal tuples
  // makes equal halves but distinguishes nothing. Splits between values first keep a quarter more
  // of the attributes' mutual information (docs/experiments/figures.md).
  static constexpr std::size_t lopsided = 16;

  // Largest number of splits of an attribute that the requirement judges if its median fails.
  static constexpr int cuts_tried = 8;

  Mondrian(const std::vector<Axis>& axes, LaidOutRows rows, const Requirement& requirement,
           const MondrianOptions& options)
      : axes_(axes),
        requirement_(requirement),
        options_(options),
        size_(rows.rows.ids.size()),
        buffers_{std::move(rows.rows), std::move(rows.room)},
        starts_(size_ + 1) {
    result_.rows.resize(size_);
  }

  TuplePartition run(const Progress& progress) {
    if (size_ == 0) return std::move(result_);
    progress.expect(size_);
    WorkList<Region>::run(options_.threads, {Region{0, size_, 0}}, progress,
                          [this](Region& region, WorkList<Region>& list, const Progress& poll) {
                            work(region, list, poll);
                          });
    for (std::size_t i = 1; i < size_; ++i) {
      if (starts_[i] != 0) result_.offsets.push_back(static_cast<Row>(i));
    }
    result_.offsets.push_back(static_cast<Row>(size_));
    return std::move(result_);
  }

  void work(Region region, WorkList<Region>& list, const Progress& progress) {
    Workspace w = workspaces_.borrow();
    w.pending.assign(1, region);
    while (!w.pending.empty()) {
      region = w.pending.back();
      w.pending.pop_back();
      progress.checkpoint_at(region.begin);
      const std::optional<std::size_t> left = cut(region, w, progress);
      if (!left) {
        progress.advance(region.size());
        continue;
      }
      const unsigned other = 1 - region.buffer;
      const Region halves[] = {{region.begin, region.begin + *left, other},
                               {region.begin + *left, region.end, other}};
      for (const Region& half : halves) {
        if (half.size() >= options_.threads.task_size(worth_a_task)) {
          list.push(half);
        } else {
          w.pending.push_back(half);
        }
      }
    }
    workspaces_.give_back(std::move(w));
  }

  // Splits the region in two, moves the halves to the other buffer, and returns the size of the
  // left half. A region that is not split becomes one or more buckets of the result.
  std::optional<std::size_t> cut(const Region& region, Workspace& w, const Progress& progress) {
    const bool relaxed = options_.grouping == Grouping::relaxed;
    if (region.size() < 2 * requirement_.fewest() || region.size() <= options_.stop_at) {
      emit(region);
      return std::nullopt;
    }
    find_widths(region, w, progress);
    if (!(relaxed && region.size() <= requirement_.finish_size()) &&
        find_cut(region, w, progress)) {
      return scatter(region, w, progress);
    }
    if (relaxed) {
      sort_on_widest(region, w, progress);
      w.bucket_of.assign(region.size(), 0);
      const std::uint32_t buckets =
          requirement_.finish(tags(region), w.order, w.bucket_of, w.scratch);
      emit(region, buckets, w);
    } else {
      emit(region);
    }
    return std::nullopt;
  }

  // Returns true if a split is found, and leaves it in w.sides.
  bool find_cut(const Region& region, Workspace& w, const Progress& progress) {
    const bool relaxed = options_.grouping == Grouping::relaxed;
    const std::size_t least = relaxed ? region.size() / lopsided + 1 : 1;
    for (const auto& [width, axis] : w.widths) {
      progress.checkpoint();
      if (cut_beside_median(region, axis, least, w, progress)) return true;
    }
    for (const auto& [width, axis] : w.widths) {
      progress.checkpoint();
      if (relaxed && cut_through_median(region, axis, w, progress)) return true;
    }
    for (const auto& [width, axis] : w.widths) {
      progress.checkpoint();
      if (cut_near_median(region, axis, w, progress)) return true;
    }
    if (!relaxed) return false;
    sort_on_widest(region, w, progress);
    w.sides.assign(region.size(), Side::free);
    return requirement_.share(tags(region), w.order, w.sides, w.scratch);
  }

  std::span<const std::uint32_t> tags(const Region& region) const {
    return buffers_[region.buffer].tags_between(region.begin, region.end);
  }

  // Finds the axes on which the region is not flat, widest first, ties in the attributes' order.
  void find_widths(const Region& region, Workspace& w, const Progress& progress) {
    measure_ranges(buffers_[region.buffer], region.begin, region.end, w.ranges, progress);
    w.widths.clear();
    for (std::size_t x = 0; x < axes_.size(); ++x) {
      const Cell low = w.ranges.low[x];
      const Cell high = w.ranges.high[x];
      if (low == high) continue;
      const std::vector<float>& position = axes_[x].position;
      w.widths.emplace_back(position[cell_index(high)] - position[cell_index(low)], x);
    }
    std::stable_sort(w.widths.begin(), w.widths.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
  }

  // Gathers the tuples' cells on one axis in w.values.
  void gather(const Region& region, std::size_t axis, Workspace& w,
              const Progress& progress) const {
    const MondrianRows& rows = buffers_[region.buffer];
    const Cell* const first = rows.cells_of(region.begin) + axis;
    w.values.resize(region.size());
    progress.in_blocks(region.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        w.values[i] = first[i * rows.lanes];
    });
  }

  // Returns the cell of the tuple of rank size / 2 among the gathered tuples.
  CellOfRank find_median(std::size_t axis, Workspace& w, const Progress& progress) const {
    return find_rank(w.values, w.ranges.low[axis], w.ranges.high[axis], w.values.size() / 2, w.rank,
                     progress);
  }

  // Splits next to the tuples on the median. These tuples go to the side that makes the halves more
  // equal, or else to the other side. Each side must get `least` tuples.
  bool cut_beside_median(const Region& region, std::size_t axis, std::size_t least, Workspace& w,
                         const Progress& progress) {
    gather(region, axis, w, progress);
    const CellOfRank median = find_median(axis, w, progress);
    const auto smaller_side = [&](std::size_t left) {
      return std::min(left, region.size() - left);
    };
    const bool rather_left = smaller_side(median.upto) >= smaller_side(median.below);
    for (const bool median_left : {rather_left, !rather_left}) {
      if (smaller_side(median_left ? median.upto : median.below) < least) continue;
      // Largest cell that goes left. The int can be below all cells.
      const int last = median.cell - (median_left ? 0 : 1);
      w.sides.resize(region.size());
      progress.in_blocks(region.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          w.sides[i] = w.values[i] <= last ? Side::left : Side::right;
      });
      if (requirement_.allows(tags(region), w.sides, w.scratch)) return true;
    }
    return false;
  }

  // Splits at the median and divides the tuples on it, so that the halves are equal or as equal as
  // the requirement allows.
  bool cut_through_median(const Region& region, std::size_t axis, Workspace& w,
                          const Progress& progress) {
    gather(region, axis, w, progress);
    const CellOfRank median = find_median(axis, w, progress);
    std::size_t to_the_left = region.size() / 2 - median.below;
    w.sides.resize(region.size());
    for (std::size_t i = 0; i < region.size(); ++i) {
      progress.checkpoint_at(i);
      const bool shared = w.values[i] == median.cell && to_the_left > 0;
      if (shared) --to_the_left;
      w.sides[i] = shared || w.values[i] < median.cell ? Side::left : Side::right;
    }
    if (requirement_.allows(tags(region), w.sides, w.scratch)) return true;
    if (median.upto - median.below < 2) return false;
    w.order.resize(region.size());
    std::iota(w.order.begin(), w.order.end(), 0U);
    for (std::size_t i = 0; i < region.size(); ++i) {
      progress.checkpoint_at(i);
      if (w.values[i] == median.cell) w.sides[i] = Side::free;
    }
    return requirement_.share(tags(region), w.order, w.sides, w.scratch);
  }

  // Leaves the tuples' order in w.order and their cells in w.values.
  void sort_on(const Region& region, std::size_t axis, Workspace& w, const Progress& progress) {
    gather(region, axis, w, progress);
    w.order.resize(region.size());
    std::iota(w.order.begin(), w.order.end(), 0U);
    const std::size_t low = cell_index(w.ranges.low[axis]);
    radix_sort(
        std::span(w.order), cell_index(w.ranges.high[axis]) - low,
        [&](std::uint32_t i) { return cell_index(w.values[i]) - low; }, progress);
  }

  void sort_on_widest(const Region& region, Workspace& w, const Progress& progress) {
    if (!w.widths.empty()) {
      sort_on(region, w.widths.front().second, w, progress);
    } else {
      w.order.resize(region.size());
      std::iota(w.order.begin(), w.order.end(), 0U);
    }
  }

  bool cut_near_median(const Region& region, std::size_t axis, Workspace& w,
                       const Progress& progress) {
    sort_on(region, axis, w, progress);
    w.allowed.assign(region.size() + 1, 0);
    requirement_.mark_allowed(tags(region), w.order, w.allowed, w.scratch);
    const bool strict = options_.grouping == Grouping::strict;
    const auto may_cut = [&](std::size_t p) {
      return w.allowed[p] != 0 && !(strict && w.values[w.order[p - 1]] == w.values[w.order[p]]);
    };
    int tried = 0;
    const std::size_t half = region.size() / 2;
    for (std::size_t distance = 0; distance <= half && tried < cuts_tried; ++distance) {
      for (const std::size_t p : {half - distance, half + distance}) {
        if (p == 0 || p >= region.size() || !may_cut(p)) continue;
        ++tried;
        w.sides.resize(region.size());
        for (std::size_t i = 0; i < region.size(); ++i) {
          w.sides[w.order[i]] = i < p ? Side::left : Side::right;
        }
        if (requirement_.allows(tags(region), w.sides, w.scratch)) return true;
        if (distance == 0) break;
      }
    }
    return false;
  }

  std::size_t scatter(const Region& region, const Workspace& w, const Progress& progress) {
    const MondrianRows& from = buffers_[region.buffer];
    MondrianRows& to = buffers_[1 - region.buffer];
    const auto left = static_cast<std::size_t>(std::count(
        w.sides.begin(), w.sides.begin() + static_cast<std::ptrdiff_t>(region.size()), Side::left));
    std::size_t next[] = {region.begin, region.begin + left};
    for (std::size_t i = 0; i < region.size(); ++i) {
      progress.checkpoint_at(i);
      from.move_row(region.begin + i, to, next[static_cast<std::size_t>(w.sides[i])]++);
    }
    return left;
  }

  void emit(const Region& region) {
    const std::vector<Row>& ids = buffers_[region.buffer].ids;
    std::copy(ids.begin() + static_cast<std::ptrdiff_t>(region.begin),
              ids.begin() + static_cast<std::ptrdiff_t>(region.end),
              result_.rows.begin() + static_cast<std::ptrdiff_t>(region.begin));
    starts_[region.begin] = 1;
  }

  void emit(const Region& region, std::uint32_t buckets, Workspace& w) {
    w.counts.assign(buckets + 1, 0);
    for (const std::uint32_t b : w.bucket_of)
      ++w.counts[b + 1];
    std::partial_sum(w.counts.begin(), w.counts.end(), w.counts.begin());
    for (std::uint32_t b = 0; b < buckets; ++b)
      starts_[region.begin + w.counts[b]] = 1;
    for (std::size_t i = 0; i < region.size(); ++i) {
      result_.rows[region.begin + w.counts[w.bucket_of[i]]++] =
          buffers_[region.buffer].ids[region.begin + i];
    }
  }

  const std::vector<Axis>& axes_;
  const Requirement& requirement_;
  MondrianOptions options_;
  std::size_t size_;
  MondrianRows buffers_[2];
  TuplePartition result_;
  std::vector<std::uint8_t> starts_;
  Pool<Workspace> workspaces_{[this] {
    return Workspace{requirement_.make_scratch(), {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
  }};
};

}  // namespace microdata
