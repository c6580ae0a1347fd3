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

// Requirement for each bucket, a Requirement of Mondrian. For every sensitive attribute and every q
// in the bucket, max over s of n(q, s) / n(q) <= 1/l, without harmless values s. Each privacy model
// holds for the counts of the bucket's sensitive values. If all buckets satisfy l, so does the
// table, because p(t, s) is a mean of such shares (slicing paper, equation 1).
//
// The tags of a tuple are its stratum for each sensitive attribute.
class BucketRequirement {
 public:
  struct Scratch {
    // Counts of one side by stratum and by group, zero between calls.
    struct Counts {
      std::vector<std::uint32_t> of_stratum;
      std::vector<std::uint32_t> of_group;
    };
    // Counts by sensitive attribute and side.
    std::vector<std::vector<Counts>> counts;
    std::vector<std::uint32_t> largest_in_group;
    std::vector<std::uint32_t> touched;
    std::vector<std::uint32_t> of_value;
    std::vector<ValueCount> histogram;
    std::vector<std::uint32_t> position;
  };

  // Builds the requirement. `strata` and `privacy` must outlive it. The models must hold in
  // addition to l, for each of the attributes of `strata`, in their order.
  BucketRequirement(std::span<const Strata> strata, double l, const PrivacyRequirement& privacy);

  Scratch make_scratch() const;
  // Returns the smallest number of tuples of a bucket that is made, unless there are fewer in all;
  // fewer suffice only if all their values are harmless.
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

  // True if l is the only requirement for sensitive values, and the smallest bucket satisfies l if
  // its tuples share no value.
  bool l_alone() const;

  // True if one set of tuples satisfies l, or the privacy models.
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
