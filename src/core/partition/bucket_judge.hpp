#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/partition/bucket_requirement.hpp"
#include "core/partition/group_judge.hpp"
#include "core/partition/strata.hpp"

namespace microdata {

// Judge of rows by a requirement, according to their strata.
class BucketJudge : public GroupJudge {
 public:
  // Builds the judge. Both arguments must outlive the judge.
  BucketJudge(std::span<const Strata> strata, const BucketRequirement& requirement)
      : strata_(strata), requirement_(requirement), scratch_(requirement.make_scratch()) {}

  bool has_models() const { return requirement_.has_models(); }
  bool models_hold(std::span<const Row> rows);
  bool holds(std::span<const Row> rows) override;
  // True if a bucket of any size meets l and the models.
  bool meets(std::span<const Row> rows);

  // True if two rows have a common stratum.
  bool alike(Row a, Row b) const override;

 private:
  void take_tags(std::span<const Row> rows);

  std::span<const Strata> strata_;
  const BucketRequirement& requirement_;
  BucketRequirement::Scratch scratch_;
  std::vector<std::uint32_t> tags_;
};

}  // namespace microdata
