#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/partition/mondrian.hpp"
#include "core/partition/strata.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// What a bucket must satisfy by itself, a Requirement of Mondrian: for every sensitive attribute
// and every q in the bucket, max over s of n(q, s) / n(q) <= 1/l, and each privacy model on the
// counts of the bucket's sensitive values. Where all buckets satisfy the first, so does the table:
// p(t, s) is a mean of such shares (slicing paper, equation 1).
//
// The tags of a tuple are its stratum for each sensitive attribute.
class BucketRequirement {
 public:
  struct Scratch {
    // For each side, counts by stratum and by group, kept at zero between calls.
    struct Counts {
      std::vector<std::uint32_t> of_stratum;
      std::vector<std::uint32_t> of_group;
    };
    // For each sensitive attribute, for each side.
    std::vector<std::vector<Counts>> counts;
    std::vector<std::uint32_t> largest_in_group;
    std::vector<std::uint32_t> touched;
    std::vector<std::uint32_t> of_value;
    std::vector<ValueCount> histogram;
    std::vector<std::uint32_t> position;
  };

  // `strata` and `privacy` outlive the requirement; privacy holds besides l, for each of the
  // attributes of `strata`, in their order.
  BucketRequirement(std::span<const Strata> strata, double l, const PrivacyRequirement& privacy);

  Scratch make_scratch() const;
  std::size_t fewest() const { return fewest_; }
  std::size_t finish_size() const { return finish_size_; }

  bool allows(std::span<const std::uint32_t> tags, std::span<const Side> sides,
              Scratch& scratch) const;
  void mark_allowed(std::span<const std::uint32_t> tags, std::span<const std::uint32_t> order,
                    std::span<std::uint8_t> allowed, Scratch& scratch) const;
  bool share(std::span<const std::uint32_t> tags, std::span<const std::uint32_t> order,
             std::span<Side> sides, Scratch& scratch) const;
  std::uint32_t finish(std::span<const std::uint32_t> tags, std::span<const std::uint32_t> order,
                       std::span<std::uint32_t> bucket_of, Scratch& scratch) const;

  bool has_models() const { return !privacy_.empty(); }

  // Whether l is all that is asked of sensitive values, and tuples that share none, the fewest that
  // may be, satisfy it.
  bool l_alone() const;

  // Whether one set of tuples satisfies l, and the privacy models.
  bool l_holds(std::span<const std::uint32_t> tags, Scratch& scratch) const;
  bool privacy_holds(std::span<const std::uint32_t> tags, Scratch& scratch) const;

 private:
  std::size_t sensitive() const { return strata_.size(); }
  bool privacy_holds(std::span<const std::uint32_t> tags, std::span<const Side> sides, Side side,
                     Scratch& scratch) const;

  std::span<const Strata> strata_;
  double l_;
  const PrivacyRequirement& privacy_;
  std::size_t fewest_ = 1;
  std::size_t finish_size_ = 0;
};

}  // namespace microdata
