#include "core/partition/strand_regions.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>

#include "core/base/parallel.hpp"
#include "core/base/pool.hpp"

namespace microdata {

namespace {

// Number of strands at which a region is no longer split. Each split can fail, and a bucket takes a
// row of every strand. With 4 or 8 strands, buckets would be several times as large
// (docs/experiments/figures.md).
constexpr std::size_t most_strands = 2;

// Smallest number of tuples of a region that is worth another thread.
constexpr std::size_t worth_a_task = 8192;

class RegionCutter {
 public:
  RegionCutter(const std::vector<Axis>& axes, LaidOutRows rows, const StrandRule& rule,
               Threads threads)
      : axes_(axes),
        rule_(rule),
        threads_(threads),
        task_size_(threads.task_size(worth_a_task)),
        buffers_{std::move(rows.rows), std::move(rows.room)} {}

  std::vector<StrandRegion> run(std::span<const EvenBlock> blocks, const Progress& progress) {
    std::vector<Region> regions;
    for (const EvenBlock& block : blocks) {
      regions.push_back({block.begin, 1, block.end - block.begin, block.halvings, 0, {}});
      progress.expect(block.end - block.begin);
    }
    WorkList<Region>::run(threads_, std::move(regions), progress,
                          [this](Region& region, WorkList<Region>& list, const Progress& poll) {
                            work(region, list, poll);
                          });
    // The order must not depend on the threads.
    std::sort(result_.begin(), result_.end(),
              [](const auto& a, const auto& b) { return a.begin < b.begin; });
    return std::move(result_);
  }

 private:
  struct Region {
    std::size_t begin;
    std::size_t strands;
    std::size_t strand_size;
    unsigned halvings;
    unsigned buffer;
    // Axes on which splits of this region failed.
    std::vector<std::size_t> failed;

    std::size_t size() const { return strands * strand_size; }
  };

  struct Workspace {
    std::unique_ptr<HalvingJudge> judge;
    std::vector<std::pair<double, std::size_t>> spreads;
    std::vector<Side> sides;
    std::vector<std::uint64_t> keys;
    std::vector<Region> pending;
    std::vector<StrandRegion> done;
  };

  void work(Region& task, WorkList<Region>& list, const Progress& progress) {
    Workspace w = workspaces_.borrow();
    w.pending.clear();
    w.pending.push_back(std::move(task));
    while (!w.pending.empty()) {
      Region region = std::move(w.pending.back());
      w.pending.pop_back();
      progress.checkpoint_at(region.begin);
      if (!find_sides(region, w, progress)) {
        emit(region, w);
        progress.advance(region.size());
        continue;
      }
      const bool cut = w.judge->allows(tags(region), w.sides);
      scatter(region, cut, w, progress);
      for (Region& next : parts(region, cut, w)) {
        if (next.size() >= task_size_) {
          list.push(std::move(next));
        } else {
          w.pending.push_back(std::move(next));
        }
      }
    }
    {
      const std::lock_guard lock(mutex_);
      std::move(w.done.begin(), w.done.end(), std::back_inserter(result_));
    }
    w.done.clear();
    workspaces_.give_back(std::move(w));
  }

  std::span<const std::uint32_t> tags(const Region& region) const {
    return buffers_[region.buffer].tags_between(region.begin, region.begin + region.size());
  }

  // Finds the side of each row, in w.sides. Returns false if the region is not split.
  bool find_sides(const Region& region, Workspace& w, const Progress& progress) const {
    if (region.halvings == 0 || region.strands >= most_strands ||
        !w.judge->worth_a_try(tags(region))) {
      return false;
    }
    find_spreads(region, w, progress);
    if (w.spreads.empty()) return false;
    const std::size_t axis = w.spreads[0].second;
    const std::size_t next = w.spreads[w.spreads.size() > 1 ? 1 : 0].second;
    w.sides.resize(region.size());
    for (std::size_t s = 0; s < region.strands; ++s)
      halve_strand(region, s * region.strand_size, axis, next, w, progress);
    return true;
  }

  // Finds the axes in descending order of the variance of a strand's rows on them.
  void find_spreads(const Region& region, Workspace& w, const Progress& progress) const {
    w.spreads.clear();
    const MondrianRows& rows = buffers_[region.buffer];
    for (std::size_t x = 0; x < axes_.size(); ++x) {
      if (std::find(region.failed.begin(), region.failed.end(), x) != region.failed.end()) continue;
      const float* const position = axes_[x].position.data();
      double spread = 0;
      for (std::size_t s = 0; s < region.strands; ++s) {
        const std::size_t first = region.begin + s * region.strand_size;
        double sum = 0;
        double squares = 0;
        progress.in_blocks(region.strand_size, [&](std::size_t begin, std::size_t end) {
          const Cell* cell = rows.cells_of(first + begin) + x;
          for (std::size_t i = begin; i < end; ++i, cell += rows.lanes) {
            const double where = position[cell_index(*cell)];
            sum += where;
            squares += where * where;
          }
        });
        const auto n = static_cast<double>(region.strand_size);
        spread += std::max(0.0, squares / n - sum / n * (sum / n));
      }
      if (spread > 1e-12) w.spreads.emplace_back(spread, x);
    }
    std::stable_sort(w.spreads.begin(), w.spreads.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
  }

  // Sends the rows below the strand's median on the axis to the left. The next axis breaks ties,
  // then the given order of the rows.
  void halve_strand(const Region& region, std::size_t offset, std::size_t axis, std::size_t next,
                    Workspace& w, const Progress& progress) const {
    const MondrianRows& rows = buffers_[region.buffer];
    w.keys.resize(region.strand_size);
    progress.in_blocks(region.strand_size, [&](std::size_t begin, std::size_t end) {
      const Cell* cells = rows.cells_of(region.begin + offset + begin);
      for (std::size_t i = begin; i < end; ++i, cells += rows.lanes) {
        w.keys[i] = std::uint64_t{cell_index(cells[axis])} << 48U |
                    std::uint64_t{cell_index(cells[next])} << 32U | i;
      }
    });
    progress.checkpoint();
    const std::size_t half = region.strand_size / 2;
    std::nth_element(w.keys.begin(), w.keys.begin() + static_cast<std::ptrdiff_t>(half),
                     w.keys.end());
    const std::uint64_t median = w.keys[half];
    progress.in_blocks(region.strand_size, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::size_t place = offset + static_cast<std::uint32_t>(w.keys[i]);
        w.sides[place] = w.keys[i] < median ? Side::left : Side::right;
      }
    });
  }

  // Moves the rows to the other buffer. Of a split region, the left halves of all strands come
  // first, then the right halves. Otherwise both halves of the first strand come first, then of the
  // next.
  void scatter(const Region& region, bool cut, const Workspace& w, const Progress& progress) {
    const MondrianRows& from = buffers_[region.buffer];
    MondrianRows& to = buffers_[1 - region.buffer];
    const std::size_t half = region.strand_size / 2;
    for (std::size_t s = 0; s < region.strands; ++s) {
      const std::size_t first = region.begin + s * region.strand_size;
      std::size_t left = cut ? region.begin + s * half : first;
      std::size_t right = cut ? left + region.size() / 2 : first + half;
      progress.in_blocks(region.strand_size, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const bool goes_left = w.sides[s * region.strand_size + i] == Side::left;
          from.move_row(first + i, to, goes_left ? left++ : right++);
        }
      });
    }
  }

  static std::vector<Region> parts(const Region& region, bool cut, const Workspace& w) {
    Region part = region;
    part.strand_size /= 2;
    --part.halvings;
    part.buffer = 1 - region.buffer;
    if (!cut) {
      part.strands *= 2;
      part.failed.push_back(w.spreads[0].second);
      return {part};
    }
    part.failed.clear();
    Region other = part;
    other.begin += region.size() / 2;
    return {part, other};
  }

  void emit(const Region& region, Workspace& w) const {
    const auto first =
        buffers_[region.buffer].ids.begin() + static_cast<std::ptrdiff_t>(region.begin);
    w.done.push_back({region.begin,
                      region.strands,
                      {first, first + static_cast<std::ptrdiff_t>(region.size())}});
  }

  const std::vector<Axis>& axes_;
  const StrandRule& rule_;
  Threads threads_;
  std::size_t task_size_;
  MondrianRows buffers_[2];
  std::mutex mutex_;
  Pool<Workspace> workspaces_{[this] {
    Workspace w;
    w.judge = rule_.make_halving_judge();
    return w;
  }};
  std::vector<StrandRegion> result_;
};

}  // namespace

std::vector<StrandRegion> cut_into_regions(const std::vector<Axis>& axes, LaidOutRows rows,
                                           std::span<const EvenBlock> blocks,
                                           const StrandRule& rule, Threads threads,
                                           const Progress& progress) {
  return RegionCutter(axes, std::move(rows), rule, threads).run(blocks, progress);
}

}  // namespace microdata
