#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

// Partitions that are published again into a release that stays. Their regions are published like
// those of a new release; the rest of the release is left unchanged.

namespace microdata::postgres {

struct Target;

struct Renewal {
  // The release as it was found.
  Release former;
  // Partitions of the release that are created again from the source's present ones, and partitions
  // that the source no longer has.
  std::vector<PartitionPath> made;
  std::vector<PartitionPath> gone;
  // Partitions that stay, and the number of their rows.
  std::vector<PartitionPath> kept;
  std::int64_t kept_rows = 0;
  // True if the release stays unchanged and another one is created, with copies of the partitions
  // that stay.
  bool apart = false;
};

// Plans to publish partitions of the source again into the release at the target. Fails unless that
// release was published by the source's partitions with the same roles. `only` are partitions of
// the source; new partitions are published as well, and partitions that share a region are
// published together. A NOTICE names partitions outside of `only`. A new partition, or the rest of
// a default partition, shares the region of a neighbour if it does not satisfy `request` by itself.
// Sets the target's renewal; regions of the plan that are not published keep their recorded facts.
// Requires a SpiSession.
RegionPlan plan_renewal(Target& target, const Source& source,
                        const std::vector<AssignedRole>& roles, const std::vector<Oid>& only,
                        const RegionRequest& request, Random& random, const Progress& progress);

// Returns the roles that a call gives, completed by those of the release whose partitions are
// published again. The release is at the target, by default named after the source with a suffix.
GivenRoles with_roles_of_former(const GivenRoles& given, const Source& source,
                                const std::optional<std::string>& target, const char* suffix);

// Fails if the number of groups, `columns`, or the given groups differ from those of the release
// that is renewed. Does nothing if none is renewed.
void require_groups_of_former(const Target& target, std::size_t columns,
                              const std::vector<std::vector<std::string>>& groups);

// Fails, before any work is done, if settings differ from those of the release that is renewed.
// `parameters` has the settings known so far, as they would be recorded. Does nothing if none is
// renewed.
void require_settings_of_former(const Target& target, const Json& parameters);

// Returns the recorded name of a column, under the key, of the release that is renewed; nothing if
// none is renewed.
std::optional<std::string> column_of_former(const Target& target, const char* key);

// Drops the partitions of the release's table, which is locked, that are created again or no longer
// exist, and remembers their properties.
void clear_renewed(const Target& target);

// Creates the partitions, and returns the table.
Oid create_renewed(const Target& target);

// Copies the rows of partitions that stay into a new release's table.
void copy_kept_partitions(const Target& target, Oid table);

// Replaces the release's partitions by empty ones, because the source's partitions have no rows to
// publish. `regions` becomes the release's parameter "regions". Returns its table.
Oid renew_without_rows(const Target& target, const Source& source, const Json& regions);

// Records the renewed release, and returns its number. `release` is the published part: its
// relations, attributes and parameters are compared with those of the former record.
std::int64_t record_renewed(const Release& release, const Target& target);

}  // namespace microdata::postgres
