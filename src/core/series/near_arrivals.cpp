#include "core/series/near_arrivals.hpp"

#include <numeric>

#include "core/partition/bucket_requirement.hpp"
#include "core/partition/mondrian.hpp"
#include "core/partition/strata.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

namespace {

// Requirement that leaves regions whole if no cut is allowed, because signatures are drawn from
// regions.
class SignatureRequirement : public BucketRequirement {
 public:
  using BucketRequirement::BucketRequirement;

  static std::size_t finish_size() { return 0; }
  static std::uint32_t finish(std::span<const std::uint32_t> /*tags*/,
                              std::span<const std::uint32_t> /*order*/,
                              std::span<const std::uint32_t> /*bucket_of*/, Scratch& /*scratch*/) {
    return 1;
  }
};

// Returns the strata of values as an attacker without knowledge of quasi-identifiers sees them.
Strata strata_of_values(std::span<const Code> values, Code distinct) {
  Strata strata;
  strata.of_row.assign(values.begin(), values.end());
  strata.group.assign(distinct, 0);
  strata.value.resize(distinct);
  std::iota(strata.value.begin(), strata.value.end(), Code{0});
  strata.groups = 1;
  return strata;
}

}  // namespace

TuplePartition near_arrivals(const Microdata& data, const std::vector<Axis>& axes,
                             std::span<const Code> values, Code distinct,
                             std::span<const Row> arrivals, std::uint32_t m, std::size_t largest,
                             const Progress& progress) {
  const std::vector<Strata> strata{strata_of_values(values, distinct)};
  const PrivacyRequirement no_models;
  const SignatureRequirement requirement(strata, m, no_models);
  const std::vector<std::span<const std::uint32_t>> tags{values};
  return Mondrian<SignatureRequirement>::divide(
      axes, lay_out(data, axes, arrivals, tags, 1, progress), requirement,
      {Grouping::relaxed, 1, largest}, progress);
}

}  // namespace microdata
