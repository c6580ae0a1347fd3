#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/microdata/uniform_draw.hpp"
#include "core/partition/group_judge.hpp"
#include "core/partition/mondrian.hpp"

namespace microdata {

// Judges cuts of regions into two halves, by the tuples' tags.
class HalvingJudge {
 public:
  HalvingJudge() = default;
  HalvingJudge(const HalvingJudge&) = delete;
  HalvingJudge& operator=(const HalvingJudge&) = delete;
  virtual ~HalvingJudge() = default;

  // Whether a cut is likely to be allowed, by the sensitive values of the region alone.
  virtual bool worth_a_try(std::span<const std::uint32_t> tags) = 0;
  // Whether both sides hold.
  virtual bool allows(std::span<const std::uint32_t> tags, std::span<const Side> sides) = 0;
};

// What is asked of buckets that are cut obliviously. Of tuples none of it knows anything but the
// sensitive values, a value of each attribute or a set of them. Called by several threads at once.
class StrandRule {
 public:
  StrandRule() = default;
  StrandRule(const StrandRule&) = delete;
  StrandRule& operator=(const StrandRule&) = delete;
  virtual ~StrandRule() = default;

  // No group of fewer tuples holds.
  virtual std::size_t fewest() const = 0;
  virtual std::unique_ptr<GroupJudge> make_judge() const = 0;
  virtual std::unique_ptr<HalvingJudge> make_halving_judge() const = 0;

  // Numbers by tuple, the same for two if and only if these have the same sensitive values. Where a
  // few are to be taken off, in proportion, lower ones come first.
  virtual const Combinations& kinds_of_blocks() const = 0;
  // The same, so that neighbours are the most alike.
  virtual const Combinations& kinds_of_buckets() const = 0;
  // Whether buckets take the most frequent kinds first, as in Anatomy; otherwise tuples at random,
  // those that have nothing in common rather than others.
  virtual bool frequent_first() const = 0;

  // Buckets of a region of one strand, whose tuples nothing tells apart but their sensitive values,
  // where there is a better way than the one for any number of strands; otherwise nothing. Whatever
  // it does first puts the tuples into an order that is drawn.
  virtual std::optional<TuplePartition> divide_one_strand(std::span<const Row> /*rows*/,
                                                          const UniformDraw& /*draw*/,
                                                          const Progress& /*progress*/) const {
    return std::nullopt;
  }
};

}  // namespace microdata
