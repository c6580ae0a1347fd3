#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/regions/region_eligibility.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/region_tree.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// The release of which partitions are published again, as it is on record, and what a call may not
// have otherwise than it. Requires a SpiSession.

struct Target;

// What the call gives differs from the release.
Error differs_from_former(const Target& target, const std::string& detail);

// The release, or its source, is not such that it could be done.
Error unfit_to_renew(const Target& target, const std::string& detail);

// What is on record under "regions": numbers by region, or a text.
std::vector<std::int64_t> recorded_numbers(const Release& release, const char* key);
std::optional<std::string> recorded(const Release& release, const char* key);

// The release at the target, or the edition of which partitions are published again; fails where it
// was not made by the partitions of the source.
Release former_release(const Target& target, const Source& source);

// Roles as a call gives them; those that it does not give are the release's. What the release does
// not have is an identifier.
GivenRoles with_roles_of(const Release& release, const Source& source, GivenRoles given);

// Fails where attributes are others than the release's, or have other roles.
void require_same_roles(const Target& target, const Release& release, const Source& source,
                        const std::vector<AssignedRole>& roles);

// The groups of a release's attributes, in each those first that are sensitive.
std::vector<std::vector<std::string>> recorded_groups(const Release& release);

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

// A partition that was filled row by row has what its parents have: indexes without entries, and
// constraints that nothing was compared with. Fills the indexes and compares the rows, in the name
// of the partition's owner; of those below it, where it is divided. Returns why that cannot be, as
// a sentence; nothing where all holds. Requires a SpiSession.
std::optional<std::string> catch_up_with_parents(const Partition& partition);

}  // namespace microdata::postgres
