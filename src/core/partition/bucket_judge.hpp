#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/partition/bucket_requirement.hpp"
#include "core/partition/group_judge.hpp"
#include "core/partition/strata.hpp"

namespace microdata {

// Puts rows to a requirement, by the strata that they are in.
class BucketJudge : public GroupJudge {
 public:
  // Both outlive the judge.
  BucketJudge(std::span<const Strata> strata, const BucketRequirement& requirement)
      : strata_(strata), requirement_(requirement), scratch_(requirement.make_scratch()) {}

  bool has_models() const { return requirement_.has_models(); }
  bool models_hold(std::span<const Row> rows);
  bool holds(std::span<const Row> rows) override;

  // Whether two rows have a stratum in common.
  bool alike(Row a, Row b) const override;

 private:
  void take_tags(std::span<const Row> rows);

  std::span<const Strata> strata_;
  const BucketRequirement& requirement_;
  BucketRequirement::Scratch scratch_;
  std::vector<std::uint32_t> tags_;
};

}  // namespace microdata
