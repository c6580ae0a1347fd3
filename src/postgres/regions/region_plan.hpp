#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/regions/partition_regions.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/region_tree.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Tables are divided into no more regions than this.
inline constexpr std::int32_t most_regions = 65536;

// What regions must allow.
struct RegionRequest {
  // As asked for; none: as many as the memory limit needs.
  std::optional<std::int32_t> regions;
  // Where nobody asks for a number: no fewer than these, if they can be had, so that all servers
  // have something to do.
  std::int32_t at_least = 1;
  double l = 1;
  // No region has fewer rows.
  std::uint32_t k = 1;
  std::vector<PrivacyModel> privacy;
  // As choose_hierarchies() has them, for distances on those of sensitive attributes.
  std::optional<Json> hierarchies = {};
  Cuts cuts = Cuts::feasible;
  // Quasi-identifiers that are published by labels of hierarchies, or not at all: no cut is on
  // them.
  std::vector<std::string> not_cut;
  // Columns that are published as they are; quasi-identifiers that are not among them may be
  // published as ranges.
  std::vector<std::string> as_they_are;
  // The table is only read by regions: what is published is made of all of them at once.
  bool only_read = false;
  // Regions are the partitions of the source where they can be, whether or not regions are needed.
  bool by_partitions = false;
  // Bytes that the call takes for a row, with so many columns: memory.hpp.
  double bytes_per_row = 0;
  // The same where it is not divided, if that is more.
  double bytes_at_once = 0;
  // What verifying the release takes for one, which goes by the same regions: where their number is
  // not asked for, they are small enough for that, too.
  double bytes_to_verify = 0;
  // With a seed: the sample does not depend on how rows lie.
  bool seeded = false;
  // Whether regions must know all values of the table where these are few, and the extremes of
  // numbers, exactly: else the sample's values do.
  bool domains = false;
  // Columns of which they must know all values, however many, and how many rows have each: what is
  // lost is measured by these.
  std::vector<std::string> counted_domains;
  // Chooses groups of attributes by the sample, as names; the first one of each sensitive
  // attribute's group is followed by others only where the region as a whole keeps l given their
  // values. Empty: no groups.
  std::function<std::vector<std::vector<std::string>>(const Table& sample)> choose_groups;
  // Groups that are given by hand, if there are any.
  std::vector<std::vector<std::string>> groups;
  // Whether these others may go to another group for the sake of more regions.
  bool may_regroup = false;
};

struct PlannedRegion {
  // Of the source.
  std::int64_t rows = 0;
  // What was published of it, as soon as it is.
  std::int64_t published_rows = 0;
  std::int64_t buckets = 0;
  // Whether it stays as it is on record in a release of which other regions are published again.
  bool stays = false;
};

// A table's regions, and what each must know of the whole. The same on one machine and on many.
struct RegionPlan {
  RegionTree tree;
  std::vector<PlannedRegion> regions;
  std::int64_t rows = 0;
  std::int64_t sampled = 0;
  // Regions that the sample's cuts had, and that were merged with their neighbours.
  std::uint32_t merged = 0;
  std::vector<std::vector<std::string>> groups;
  std::vector<GlobalValues> globals;
  // For servers that have no catalog of them: described_hierarchies() (hierarchy_catalog.hpp).
  Json hierarchies = {};
  // True if servers are to attack what they make of the first regions.
  bool attack = false;
  // Estimated, of the largest region.
  std::int64_t bytes = 0;
  // Of each region, the partitions of the source that can have rows of it; empty where regions are
  // not made of partitions.
  std::vector<std::vector<PartitionPath>> partitions;
  // The largest number that buckets may have so far.
  std::int64_t largest_bucket = 0;
  // What was counted under; to read under the same. Null: of a plan that was read.
  std::shared_ptr<const KeptSnapshot> snapshot;
};

// Whether a column stands in the release as it is.
bool is_published_as_it_is(const Source& source, const std::vector<AssignedRole>& roles,
                           const RegionRequest& request, const std::string& column);

// Whether the source has partitions by quasi-identifiers that can be regions.
bool can_go_by_partitions(const Source& source, const std::vector<AssignedRole>& roles,
                          const RegionRequest& request);

// Plans them by a sample, then counts by aggregates. Fails where the memory limit is too small for
// what cannot be divided, with the numbers.
// Warns of identifiers as reading the table would (source/table.hpp), if so asked.
enum class Warnings : std::uint8_t { none, of_identifiers };
RegionPlan plan_regions(const Source& source, const std::vector<AssignedRole>& roles,
                        const RegionRequest& request, Random& random, const Progress& progress,
                        Warnings warnings = Warnings::none);

// The same where it is needed: regions were asked for, more than one, or the estimate is above the
// memory limit, which a NOTICE says; else nothing. Warns of identifiers.
std::optional<RegionPlan> plan_if_needed(const Source& source,
                                         const std::vector<AssignedRole>& roles,
                                         const RegionRequest& request, Random& random,
                                         const Progress& progress);

// The expressions of the plan's regions in the source.
RegionRows::Relation source_regions(const Source& source, const RegionPlan& plan);

// As plan_regions() returns it in SQL, and back.
Json region_plan_json(const RegionPlan& plan);
RegionPlan region_plan(const Json& json);

// What a release's parameters have of it, under "regions": the tree, and how many rows of the
// source each has. Nothing for a release that was made at once.
Json released_regions_json(const RegionPlan& plan);
struct ReleasedRegions {
  RegionTree tree;
  std::vector<std::int64_t> source_rows;
};

}  // namespace microdata::postgres
