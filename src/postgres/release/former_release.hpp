#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/regions/region_eligibility.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/region_tree.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// A release whose partitions are published again, as recorded, and checks that a call agrees with
// it. Requires a SpiSession.

struct Target;

// Scope in which calls that publish a source publish only these of its partitions again. They go
// into the release at the target or, with an edition of a series, into a new edition, which begins
// with copies of the other partitions.
class RenewedPartitions {
 public:
  RenewedPartitions(Oid source, std::vector<Oid> partitions, std::optional<Oid> edition);
  RenewedPartitions(const RenewedPartitions&) = delete;
  RenewedPartitions& operator=(const RenewedPartitions&) = delete;
  ~RenewedPartitions();

  const std::vector<Oid>& partitions() const { return partitions_; }

  // Returns the scope of the source; null outside of one.
  static const RenewedPartitions* of(Oid source);
  // Returns the edition of the source's scope, if there is one.
  static std::optional<Oid> edition_of(Oid source);

  // Returns a HINT for errors: how to publish all partitions.
  static const char* hint();

 private:
  Oid source_;
  std::vector<Oid> partitions_;
  std::optional<Oid> edition_;
  const RenewedPartitions* outer_;
};

// Returns the argument `partitions`. Fails if it names no partition.
std::vector<Oid> given_renewed(const Arguments& arguments);

// Returns the error for a call whose arguments differ from the release.
Error differs_from_former(const Target& target, const std::string& detail);

// Returns the error for a release, or a source, whose partitions cannot be published again.
Error unfit_to_renew(const Target& target, const std::string& detail);

// Returns the value recorded under "regions": numbers by region, or a text.
std::vector<std::int64_t> recorded_numbers(const Release& release, const char* key);
std::optional<std::string> recorded(const Release& release, const char* key);

// Returns the release at the target, or the edition, whose partitions are published again. Fails if
// it was not published by the partitions of the source.
Release former_release(const Target& target, const Source& source);

// Returns the roles that a call gives, completed by those of the release. A column that the release
// does not have is an identifier.
GivenRoles with_roles_of(const Release& release, const Source& source, GivenRoles given);

// Fails if the attributes or their roles differ from those of the release.
void require_same_roles(const Target& target, const Release& release, const Source& source,
                        const std::vector<AssignedRole>& roles);

// Returns the groups of a release's attributes, with the sensitive attributes first in each.
std::vector<std::vector<std::string>> recorded_groups(const Release& release);

// Present regions of a tree to which partitions were added. Decides if one region, or several
// together, satisfy the request, except for models that compare with the table. Within PlainText;
// requires a SpiSession.
class RenewedCounts {
 public:
  // `groups` are those of the release, each with its sensitive attributes first.
  RenewedCounts(const Source& source, const std::vector<AssignedRole>& roles,
                const RegionRequest& request, const std::vector<std::vector<std::string>>& groups,
                const RegionTree& tree, Random& random, const Progress& progress);
  RenewedCounts(const RenewedCounts&) = delete;
  RenewedCounts& operator=(const RenewedCounts&) = delete;

  // True if the regions together satisfy the request; regions without rows do. Oblivious cuts need
  // only enough rows, because sensitive values must not decide on merging their regions.
  bool are_eligible(std::span<const std::uint32_t> regions) const;

 private:
  KeptSnapshot snapshot_;
  Table sample_;
  RegionNeeds needs_;
  bool oblivious_;
  std::optional<CountedRegions> counted_;
};

// Fills the indexes of a partition that was filled row by row, and checks its rows against its
// parents' constraints, in the name of the partition's owner. Before the call, the indexes have no
// entries and no row was compared with a constraint. Goes down to the partitions below a divided
// one. Returns the reason for a failure as a sentence. Requires a SpiSession.
std::optional<std::string> catch_up_with_parents(const Partition& partition);

// Reports earlier releases about the source's persons, because an attacker can compare several
// releases: as a warning or, with pg_microdata.republish = 'error', as an error. A release that
// this one replaces counts as well, because it might have been copied. Releases in `known` disclose
// together no more than each of them does.
void check_republication(const Source& source, const std::vector<std::int64_t>& known = {});

// Scope with the editions of an independent series of one source. The publisher knows these
// editions, so no warning counts them; pg_microdata.republish = 'error' rejects them like all
// others.
class KnownEditions {
 public:
  KnownEditions(Oid source, std::vector<std::int64_t> releases);
  KnownEditions(const KnownEditions&) = delete;
  KnownEditions& operator=(const KnownEditions&) = delete;
  ~KnownEditions();

  // Returns the releases of the source that are known now.
  static std::vector<std::int64_t> of(Oid source);

  // True if an independent series of the source is being published, even with its first edition.
  static bool any(Oid source);

 private:
  Oid source_;
  std::vector<std::int64_t> releases_;
  const KnownEditions* outer_;
};

}  // namespace microdata::postgres
