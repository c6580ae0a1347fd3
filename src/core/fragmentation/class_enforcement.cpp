#include "core/fragmentation/class_enforcement.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/parallel.hpp"
#include "core/base/pool.hpp"
#include "core/fragmentation/reachable_joins.hpp"

namespace microdata {

namespace {

bool fewer(const ValueCount& a, const ValueCount& b) {
  return a.tuples < b.tuples;
}

std::size_t majority(const ClassHistogram& histogram) {
  return static_cast<std::size_t>(std::max_element(histogram.begin(), histogram.end(), fewer) -
                                  histogram.begin());
}

// Calls body(begin, end, poll) for a few kinds at a time.
template <typename Body>
void in_small_blocks(std::size_t size, Threads threads, const Progress& progress,
                     const Body& body) {
  const std::size_t block = threads.task_size(256);
  std::vector<std::size_t> begins;
  for (std::size_t begin = 0; begin < size; begin += block)
    begins.push_back(begin);
  WorkList<std::size_t>::run(threads, std::move(begins), progress,
                             [&](std::size_t& begin, auto& /*list*/, const Progress& poll) {
                               body(begin, std::min(size, begin + block), poll);
                             });
}

}  // namespace

ClassHistogram majority_alone(const ClassHistogram& histogram) {
  return {{histogram[majority(histogram)].value, static_cast<std::uint32_t>(tuples_of(histogram))}};
}

bool change(ClassHistogram& histogram, ChangeUnit unit) {
  const std::size_t most = majority(histogram);
  std::size_t least = histogram.size();
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    if (i == most) continue;
    if (least == histogram.size() || histogram[i].tuples <= histogram[least].tuples) least = i;
  }
  if (least == histogram.size()) return false;
  const std::uint32_t moved = unit == ChangeUnit::tuple ? 1 : histogram[least].tuples;
  histogram[most].tuples += moved;
  histogram[least].tuples -= moved;
  if (histogram[least].tuples == 0) {
    histogram.erase(histogram.begin() + static_cast<std::ptrdiff_t>(least));
  }
  return true;
}

std::vector<std::vector<ClassHistogram>> enforce_on_dependency_graph(
    std::span<const std::vector<ClassHistogram>> kinds, std::span<const ChangeUnit> units,
    std::uint32_t k, Threads threads, const Progress& progress) {
  std::vector<std::vector<ClassHistogram>> result(kinds.begin(), kinds.end());
  ReachableJoins joins(k);
  for (std::size_t f = 0; f < kinds.size(); ++f) {
    std::vector<ClassHistogram>& published = result[f];
    if (f > 0) {
      joins.expect_queries(published.size());
      Pool<ReachableJoins::Scratch> scratches([&] { return joins.make_scratch(); });
      in_small_blocks(
          published.size(), threads, progress,
          [&](std::size_t begin, std::size_t end, const Progress& poll) {
            ReachableJoins::Scratch scratch = scratches.borrow();
            for (std::size_t i = begin; i < end; ++i) {
              poll.checkpoint();
              while (!joins.safe(published[i], scratch, poll) && change(published[i], units[f])) {
              }
            }
            scratches.give_back(std::move(scratch));
          });
    }
    if (f + 1 < kinds.size()) joins.add(published, progress);
  }
  return result;
}

}  // namespace microdata
