#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

// Partitions that are published again into a release that stays: their regions are published as
// those of a release are, all else of it is left alone.

namespace microdata::postgres {

struct Target;

struct Renewal {
  // As it was found.
  Release former;
  // Partitions of the release that are made anew, by what the source's are now, and those that the
  // source has no more.
  std::vector<PartitionPath> made;
  std::vector<PartitionPath> gone;
  // Those that stay, and their rows.
  std::vector<PartitionPath> kept;
  std::int64_t kept_rows = 0;
  // The release stays as it is: another one is made, which has what it has of those that stay.
  bool apart = false;
};

// Within its scope, calls that publish a source publish these of its partitions again: into the
// release at the target, or, with an edition of a series, into a new one, which begins with what
// the edition has of the other partitions.
class RenewedPartitions {
 public:
  RenewedPartitions(Oid source, std::vector<Oid> partitions, std::optional<Oid> edition);
  RenewedPartitions(const RenewedPartitions&) = delete;
  RenewedPartitions& operator=(const RenewedPartitions&) = delete;
  ~RenewedPartitions();

  const std::vector<Oid>& partitions() const { return partitions_; }

  // The scope of the source; null outside of one.
  static const RenewedPartitions* of(Oid source);
  // The edition of that scope, if it has one.
  static std::optional<Oid> edition_of(Oid source);

  // A HINT for errors: how to publish all partitions.
  static const char* hint();

 private:
  Oid source_;
  std::vector<Oid> partitions_;
  std::optional<Oid> edition_;
  const RenewedPartitions* outer_;
};

// `partitions`; fails if it names none.
std::vector<Oid> given_renewed(const Arguments& arguments);

// Of a release at the target that was published by the partitions of the source with the same
// roles; fails for others. `only` are partitions of the source; those that the release does not
// have yet are published as well. Partitions that share a region are published together. A NOTICE
// says what is done besides what `only` has. A new partition, and what is left of a default one,
// that does not meet `request` by itself shares the region of a neighbour. Sets the target's
// renewal; the plan's regions that are not published keep what is on record of them. Requires a
// SpiSession.
RegionPlan plan_renewal(Target& target, const Source& source,
                        const std::vector<AssignedRole>& roles, const std::vector<Oid>& only,
                        const RegionRequest& request, Random& random, const Progress& progress);

// Roles as a call gives them, those that it does not give being those of the release at the target,
// by default of the source's name with a suffix, whose partitions are published again.
GivenRoles with_roles_of_former(const GivenRoles& given, const Source& source,
                                const std::optional<std::string>& target, const char* suffix);

// Fails where `columns`, the number of groups, or the groups, where any are given, are not those of
// the release that is renewed; nothing where none is.
void require_groups_of_former(const Target& target, std::size_t columns,
                              const std::vector<std::vector<std::string>>& groups);

// Fails where settings differ from those of the release that is renewed, which `parameters`, as
// they would be recorded, has so far; nothing where none is. Before any work.
void require_settings_of_former(const Target& target, const Json& parameters);

// The name of a column of the release that is renewed, which is on record under the key; nothing
// where none is.
std::optional<std::string> column_of_former(const Target& target, const char* key);

// Drops those partitions of the release's table, which is locked, that are made anew or gone, and
// takes down what they had.
void clear_renewed(const Target& target);

// Makes them; returns the table.
Oid create_renewed(const Target& target);

// Puts the rows of partitions that stay into a new release's table.
void copy_kept_partitions(const Target& target, Oid table);

// Where the partitions have no rows: there is nothing to be published, but what the release has of
// them goes. `regions`: what its parameters have under "regions" from now on. Returns its table.
Oid renew_without_rows(const Target& target, const Source& source, const Json& regions);

// Records the release as it is now. `release` is what was published of it: its relations,
// attributes and parameters are compared with those of the former record. Returns its number.
std::int64_t record_renewed(const Release& release, const Target& target);

}  // namespace microdata::postgres
