#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/gain_cuts.hpp"
#include "core/partition/mondrian.hpp"

namespace microdata {

// Limits of the division by gain. A small table is divided by gain as a whole. In a larger table,
// only classes that have become small are divided by gain, on the attributes on which they lose
// most. Larger limits would gain little and take much time: n log n times the square of the
// attributes (docs/experiments/figures.md). The first split is always Mondrian's. A split of most
// immediate gain, for example on sex, can cost more later. Table 1(b) of the slicing paper is split
// at the median age.
struct GainCutLimits {
  std::size_t tuples;
  std::size_t attributes;
};

GainCutLimits gain_cut_limits(std::size_t tuples, std::size_t attributes);

// Returns the attributes that Mondrian can split in two. For strict classes these are the
// attributes without a hierarchy. If a label has more than two labels below it, the two parts would
// overlap, so splits by gain handle hierarchies.
AttributeSet cut_in_two(const Microdata& data, const AttributeSet& quasi_identifiers,
                        Grouping grouping);

// A Requirement of Mondrian for classes. Classes that no split divides stay undivided, because
// regions are published.
template <typename Requirement>
class Undivided {
 public:
  using Scratch = typename Requirement::Scratch;

  explicit Undivided(Requirement requirement) : requirement_(requirement) {}

  Scratch make_scratch() const { return requirement_.make_scratch(); }
  std::size_t fewest() const { return requirement_.fewest(); }
  std::size_t finish_size() const { return 0; }
  bool allows(std::span<const std::uint32_t> tags, std::span<const Side> sides,
              Scratch& scratch) const {
    return requirement_.allows(tags, sides, scratch);
  }
  void mark_allowed(std::span<const std::uint32_t> tags, std::span<const std::uint32_t> order,
                    std::span<std::uint8_t> allowed, Scratch& scratch) const {
    requirement_.mark_allowed(tags, order, allowed, scratch);
  }
  bool share(std::span<const std::uint32_t> tags, std::span<const std::uint32_t> order,
             std::span<Side> sides, Scratch& scratch) const {
    return requirement_.share(tags, order, sides, scratch);
  }
  std::uint32_t finish(std::span<const std::uint32_t> /*tags*/,
                       std::span<const std::uint32_t> /*order*/,
                       std::span<std::uint32_t> /*bucket_of*/, Scratch& /*scratch*/) const {
    return 1;
  }

 private:
  Requirement requirement_;
};

struct ClassDivisionOptions {
  Grouping grouping = Grouping::strict;
  Threads threads;
  // Loss to minimize.
  LossMeasure loss = LossMeasure::width;
};

// Divides tuples into equivalence classes: large classes by Mondrian, smaller ones by gain.
// `requirement` is for Mondrian and `by_gain` for the division by gain. `tags` has the
// requirement's tags of the tuples of `data`.
template <typename Requirement>
TuplePartition divide_into_classes(const Microdata& data, const AttributeSet& quasi_identifiers,
                                   std::span<const Row> rows,
                                   std::span<const std::span<const std::uint32_t>> tags,
                                   Requirement requirement, const CutRequirement& by_gain,
                                   const ClassDivisionOptions& options, const Progress& progress) {
  const std::vector<Axis> axes = make_axes(
      data, cut_in_two(data, quasi_identifiers, options.grouping), progress, options.loss);
  const GainCutLimits limits = gain_cut_limits(rows.size(), quasi_identifiers.size());
  TuplePartition classes = Mondrian<Undivided<Requirement>>::divide(
      axes, lay_out(data, axes, rows, tags, options.threads, progress),
      Undivided<Requirement>(requirement), {options.grouping, options.threads, limits.tuples},
      progress);
  GainCutOptions how;
  how.grouping = options.grouping;
  how.attributes_tried = limits.attributes;
  how.loss = options.loss;
  how.threads = options.threads;
  return cut_by_gain(data, quasi_identifiers, by_gain, std::move(classes), how, progress);
}

}  // namespace microdata
