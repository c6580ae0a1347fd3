#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/base/progress.hpp"
#include "core/base/uniform_draw.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/group_judge.hpp"
#include "core/partition/mondrian.hpp"

namespace microdata {

// Judge of splits of regions into two halves, by the tuples' tags.
class HalvingJudge {
 public:
  HalvingJudge() = default;
  HalvingJudge(const HalvingJudge&) = delete;
  HalvingJudge& operator=(const HalvingJudge&) = delete;
  virtual ~HalvingJudge() = default;

  // True if a split is likely to be allowed, by the sensitive values of the region alone.
  virtual bool worth_a_try(std::span<const std::uint32_t> tags) = 0;
  // True if both sides hold.
  virtual bool allows(std::span<const std::uint32_t> tags, std::span<const Side> sides) = 0;
};

// Requirement for buckets from oblivious splits. It depends only on the tuples' sensitive values: a
// value of each attribute or a set of values. Several threads call it concurrently.
class StrandRule {
 public:
  StrandRule() = default;
  StrandRule(const StrandRule&) = delete;
  StrandRule& operator=(const StrandRule&) = delete;
  virtual ~StrandRule() = default;

  // Returns the smallest number of tuples of a group that can hold.
  virtual std::size_t fewest() const = 0;
  virtual std::unique_ptr<GroupJudge> make_judge() const = 0;
  virtual std::unique_ptr<HalvingJudge> make_halving_judge() const = 0;

  // Returns numbers by tuple. Two tuples have the same number if and only if they have the same
  // sensitive values. If a few tuples are removed in proportion, lower numbers come first.
  virtual const Combinations& kinds_of_blocks() const = 0;
  // Returns such numbers in an order in which neighbours are most alike.
  virtual const Combinations& kinds_of_buckets() const = 0;
  // True if buckets take the most frequent kinds first, as in Anatomy. If false, tuples are drawn
  // at random, preferably tuples without a common value.
  virtual bool frequent_first() const = 0;

  // Returns the buckets of a region of one strand, if there is a better method than the one for any
  // number of strands; otherwise nothing. Only their sensitive values distinguish the tuples. An
  // override must therefore first put the tuples into a drawn order.
  virtual std::optional<TuplePartition> divide_one_strand(std::span<const Row> /*rows*/,
                                                          const UniformDraw& /*draw*/,
                                                          const Progress& /*progress*/) const {
    return std::nullopt;
  }
};

}  // namespace microdata
