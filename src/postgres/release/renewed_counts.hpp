#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/regions/region_eligibility.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/region_tree.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Regions of a tree that partitions were added to, as the source has them now, and whether they, or
// several taken together, meet what is asked of regions, but for models that compare with the
// table. Within PlainText; requires a SpiSession.
class RenewedCounts {
 public:
  // `groups`: those of the release, in each its sensitive attributes first.
  RenewedCounts(const Source& source, const std::vector<AssignedRole>& roles,
                const RegionRequest& request, const std::vector<std::vector<std::string>>& groups,
                const RegionTree& tree, Random& random, const Progress& progress);
  RenewedCounts(const RenewedCounts&) = delete;
  RenewedCounts& operator=(const RenewedCounts&) = delete;

  // Regions without rows do. With oblivious cuts, whose regions are not merged for the sake of
  // sensitive values, those that have enough rows do.
  bool are_eligible(std::span<const std::uint32_t> regions) const;

 private:
  KeptSnapshot snapshot_;
  Table sample_;
  RegionNeeds needs_;
  bool oblivious_;
  std::optional<CountedRegions> counted_;
};

}  // namespace microdata::postgres
